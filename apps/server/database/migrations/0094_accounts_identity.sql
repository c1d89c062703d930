-- Decisions about who a player is: each stays as it was made, and the last one stands.
create table accounts.identity_decision (
  id          text        primary key,
  player_id   text        not null references accounts.player (id),
  outcome     text        not null check (outcome in ('verified', 'refused', 'revoked', 'expired')),
  -- The document that was seen, by the end of its number alone; without a last day it is valid for good.
  document    text        check (document in ('national_id', 'passport', 'driving_licence')),
  number_end  text,
  expires_on  date,
  -- Tier before it was verified, which it falls back to.
  tier_before text,
  -- The player reads the sentence of `why`; the reason is for operators.
  why         text,
  reason      text        not null,
  -- Null for the program itself, where the document has expired.
  operator_id text        references staff.operator (id),
  decided_at  timestamptz not null,
  check ((outcome = 'verified') = (document is not null and number_end is not null and tier_before is not null)),
  check ((outcome = 'verified') = (why is null)),
  check ((outcome = 'expired') = (operator_id is null))
);
create index identity_decision_player on accounts.identity_decision (player_id, decided_at);
create index identity_decision_expiry on accounts.identity_decision (expires_on) where outcome = 'verified' and expires_on is not null;

insert into staff.role_permission (role_id, permission)
values ('manager', 'players.verify_identity'), ('admin', 'players.verify_identity');
