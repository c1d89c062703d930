-- What an operator asks about a deposit and what its player answers; the posting that takes a credited one back.
alter table deposit
  add column question      text,
  add column question_note text,
  add column asked_at      timestamptz,
  add column answer        text,
  add column reversal_id   bigint unique,
  add check ((state = 'reversed') = (reversal_id is not null)),
  add check (state <> 'needs_info' or (question is not null and asked_at is not null));

drop index deposit_proof;
-- Every screenshot that came with a deposit: an answer brings another one, and each stays evidence.
create table deposit_proof (
  id         text        primary key,
  deposit_id text        not null references deposit,
  at         timestamptz not null,
  file       text        not null,
  sha256     bytea       not null,
  -- Difference hashes: of the whole, and of what is left when an edge is cut off.
  looks      bigint[]    not null
);
insert into deposit_proof (id, deposit_id, at, file, sha256, looks)
select replace(id, 'dep_', 'dpr_'), id, submitted_at, proof_file, proof_sha256,
       array[('x' || encode(proof_dhash, 'hex'))::bit(64)::bigint] from deposit where proof_file is not null;
create index deposit_proof_deposit on deposit_proof (deposit_id, id desc);
create index deposit_proof_sha256 on deposit_proof (sha256);
create trigger deposit_proof_append_only before update or delete or truncate on deposit_proof
  for each statement execute function ledger_append_only();
alter table deposit drop column proof_sha256, drop column proof_dhash;
