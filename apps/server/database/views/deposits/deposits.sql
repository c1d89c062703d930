-- Deposits with their state: no proof, no note.
create view deposits.deposits as
  select id, player_id, family, detail_id, currency, ref_raw, ref_norm, declared_minor, credited_minor, state, claimed_by, claim_expires_at, first_approver, first_minor, posting_id, submitted_at, updated_at
  from deposits.deposit;
