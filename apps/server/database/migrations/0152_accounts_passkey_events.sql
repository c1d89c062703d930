-- Passkeys that players added, renamed and removed: a removed one leaves no other trace.
create table accounts.passkey_event (
  id          text        primary key,
  player_id   text        not null references accounts.player,
  passkey_id  text        not null,
  kind        text        not null check (kind in ('added', 'renamed', 'removed')),
  name        text        not null,
  -- Of one that was renamed.
  former_name text,
  at          timestamptz not null,
  check ((kind = 'renamed') = (former_name is not null))
);
create index passkey_event_player on accounts.passkey_event (player_id, at);
