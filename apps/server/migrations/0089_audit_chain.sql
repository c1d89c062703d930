-- Each entry of the audit trail is sealed by a hash over the entry and the seal before it, by one writer in order; so nothing can be
-- changed, taken out or put in between without every later hash being another one.
create table audit_seal (
  position  bigint      primary key check (position > 0),
  entry_id  text        not null unique references audit_entry,
  hash      bytea       not null check (octet_length(hash) = 32),
  sealed_at timestamptz not null
);
create trigger audit_seal_append_only before update or delete or truncate on audit_seal
  for each statement execute function ledger_append_only();

create index audit_entry_operator on audit_entry (operator_id, id desc);
create index audit_entry_action on audit_entry (action text_pattern_ops, id desc);
