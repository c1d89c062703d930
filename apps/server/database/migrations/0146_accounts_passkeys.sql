-- Passkeys of players: a sign-in without number, password and code.
create table accounts.player_passkey (
  id            text        primary key,
  player_id     text        not null references accounts.player,
  credential_id text        not null unique,
  public_key    bytea       not null,
  -- Signatures as the device counts them; stays 0 where it does not.
  counter       bigint      not null check (counter >= 0),
  transports    text[]      not null,
  name          text        not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index player_passkey_player on accounts.player_passkey (player_id);

-- Challenges that a device has signed, until they end: none is answered twice.
create table accounts.answered_challenge (
  challenge text        primary key,
  ends_at   timestamptz not null
);
