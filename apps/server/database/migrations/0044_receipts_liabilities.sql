-- Public texts in the log beside players' entries; the SHA-256 of each is an entry.
create table receipts.record (
  number  bigint      generated always as identity primary key,
  kind    text        not null,
  -- One text of a kind for each key, such as a day and a currency.
  key     text        not null,
  text    text        not null,
  made_at timestamptz not null,
  -- Place in the log; null until it is sequenced.
  leaf    bigint      unique,
  unique (kind, key)
);
create index receipts_record_waiting on receipts.record (number) where leaf is null;

-- Sum of what is owed to all players at the end of a day (UTC), by currency: the root of a tree, and its record in the log.
create table receipts.liability_root (
  day         text        not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  currency    text        not null,
  leaves      integer     not null check (leaves > 0),
  total_minor bigint      not null check (total_minor >= 0),
  hash        text        not null check (hash ~ '^[0-9a-f]{64}$'),
  record      bigint      not null references receipts.record,
  made_at     timestamptz not null,
  primary key (day, currency)
);

-- The nodes of a tree by level, the leaves lowest: 8 bytes of sum and 32 of hash each. Kept for some weeks; the root stays.
create table receipts.liability_level (
  day      text     not null,
  currency text     not null,
  level    smallint not null,
  nodes    bytea    not null check (length(nodes) % 40 = 0),
  primary key (day, currency, level)
);
alter table receipts.liability_level alter column nodes set storage external;

-- Debt to one player in a tree, with the salt that hides it. Erasing the person overwrites it.
create table receipts.liability_leaf (
  player_id     text    not null,
  day           text    not null,
  currency      text    not null,
  index         integer not null,
  -- The account's last posting of the day, its number and the commitment to it.
  posting_id    bigint  not null,
  number        bigint  not null,
  commitment    text    not null,
  cash_minor    bigint  not null,
  bonus_minor   bigint  not null,
  hold_minor    bigint  not null,
  in_play_minor bigint  not null,
  salt          text    not null,
  primary key (player_id, day)
);
create index receipts_liability_leaf_day on receipts.liability_leaf (day, currency);

-- Players who have checked their share of a root.
create table receipts.liability_check (
  day       text not null,
  currency  text not null,
  player_id text not null,
  primary key (day, currency, player_id)
);

-- Bank balance at the end of a day as the operator entered it, to be seen beside what it owes.
create table receipts.bank_balance (
  day          text        not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  currency     text        not null,
  amount_minor bigint      not null check (amount_minor >= 0),
  entered_by   text        not null,
  entered_at   timestamptz not null,
  primary key (day, currency)
);
