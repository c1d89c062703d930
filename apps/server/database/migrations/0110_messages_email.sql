-- E-mail addresses that players confirmed by a code, sealed. One player an address, compared by its keyed hash; one whose mailbox is gone is free.
create table messages.email_address (
  player_id    text        primary key references accounts.player,
  -- Stands in the Message-ID of what is sent there.
  id           text        not null unique,
  address_hash bytea       not null,
  sealed       bytea       not null,
  confirmed_at timestamptz not null,
  came_back_at timestamptz
);
create unique index email_address_one_player on messages.email_address (address_hash) where came_back_at is null;

-- An address that waits for the code that was sent to it.
create table messages.email_claim (
  player_id    text        primary key references accounts.player,
  id           text        not null unique,
  address_hash bytea       not null,
  sealed       bytea       not null,
  code_hash    bytea       not null,
  tries        integer     not null default 0,
  asked_at     timestamptz not null,
  expires_at   timestamptz not null,
  -- Its mailbox does not exist.
  failed_at    timestamptz
);

-- Letters that are no message of the inbox: codes, and what an address is told that is changed or removed.
create table messages.email_letter (
  id         text        primary key,
  player_id  text        not null references accounts.player,
  purpose    text        not null check (purpose in ('code', 'taken', 'changed', 'removed')),
  -- The claim whose code it has.
  claim_id   text,
  -- Address and text; empty once it ended.
  sealed     bytea       not null,
  state      text        not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  reason     text        check ((reason is not null) = (state = 'failed')),
  created_at timestamptz not null,
  next_at    timestamptz check ((next_at is not null) = (state = 'waiting')),
  expires_at timestamptz not null,
  tries      integer     not null default 0,
  ended_at   timestamptz
);
create index email_letter_due on messages.email_letter (next_at) where next_at is not null;
create index email_letter_player on messages.email_letter (player_id, id);

-- An e-mail names sums only then.
alter table messages.channel_choice add column email_sums boolean not null default false;
