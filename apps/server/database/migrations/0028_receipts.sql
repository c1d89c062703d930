create schema receipts;

-- The public log, one row: its name, where it stands, and its newest head. The row's lock lets one process at a time append.
create table receipts.log (
  -- Stays when the portal's address changes, since every head has it.
  origin     text        primary key,
  size       bigint      not null check (size >= 0),
  -- The last posting that has its entry.
  posting_id bigint      not null,
  checkpoint text        not null,
  signed_at  timestamptz not null
);
create unique index receipts_log_one on receipts.log ((true));

-- Keys that sign heads, the newest one from now on; the private half is sealed by the server's secret key.
create table receipts.key (
  verifier_key text        primary key,
  sealed       bytea       not null,
  made_at      timestamptz not null
);

create table receipts.entry (
  leaf       bigint primary key check (leaf >= 0),
  posting_id bigint not null unique,
  player_id  text   not null,
  number     bigint not null check (number > 0),
  at         timestamptz not null,
  commitment bytea  not null check (length(commitment) = 32),
  unique (player_id, number)
);

-- Apart from the entries, so that erasing a person deletes them alone.
create table receipts.salt (
  leaf bigint primary key references receipts.entry,
  salt bytea  not null check (length(salt) = 32)
);

-- An account's last entry, which the next one goes on from.
create table receipts.account (
  player_id  text   primary key,
  number     bigint not null,
  at         timestamptz not null,
  commitment bytea  not null,
  cash_minor bigint not null,
  bonus_minor bigint not null,
  hold_minor bigint not null,
  in_play_minor bigint not null
);

-- Hashes of the tree by tile; one that is not full grows, and what it has stays. A partial tile is its beginning.
create table receipts.tile (
  level  smallint not null,
  index  bigint   not null,
  hashes bytea    not null check (length(hashes) % 32 = 0 and length(hashes) between 32 and 8192),
  primary key (level, index)
);
