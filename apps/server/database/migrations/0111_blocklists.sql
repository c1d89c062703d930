-- Mobile numbers, payout accounts, payers and devices that the operator refuses at the door. The value is sealed and found by its keyed hash, as numbers
-- of payout accounts are; `shown` is what operators read without giving a reason.
create schema blocklists;

create table blocklists.entry (
  id             text        primary key,
  kind           text        not null check (kind in ('mobile', 'payout', 'payer', 'device')),
  value_mac      bytea       not null,
  value_sealed   bytea       not null,
  shown          text        not null,
  -- Of a payer: its one form, as the references of deposits and bank lines have it.
  payer_norm     text,
  reason         text        not null,
  -- The upload that it came with.
  upload_id      text,
  added_by       text        not null references staff.operator (id),
  added_at       timestamptz not null,
  until_at       timestamptz check (until_at > added_at),
  removed_by     text        references staff.operator (id),
  removed_at     timestamptz,
  removed_reason text,
  check ((kind = 'payer') = (payer_norm is not null)),
  check ((removed_at is null) = (removed_by is null) and (removed_at is null) = (removed_reason is null))
);
-- One entry of a value at a time; the door asks by it.
create unique index entry_standing on blocklists.entry (value_mac) where removed_at is null;
create index entry_payer on blocklists.entry (payer_norm) where payer_norm is not null and removed_at is null;
create index entry_value on blocklists.entry (value_mac);
create index entry_listed on blocklists.entry (kind, id desc);

insert into staff.role_permission (role_id, permission) values
  ('support', 'blocklists.see'), ('manager', 'blocklists.see'), ('admin', 'blocklists.see'),
  ('manager', 'blocklists.edit'), ('admin', 'blocklists.edit');
