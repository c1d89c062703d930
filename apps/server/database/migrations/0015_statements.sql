-- Statements of banks, wallets and payment services about our money. An account is a payment detail's id (`2`), what payouts are paid from
-- (`payouts-NAD`), or a service (`service-apay`).
create table statement_account (
  account    text        primary key,
  -- Columns of the bank's CSV, as last used.
  mapping    jsonb,
  matched_at timestamptz
);

create table statement (
  id            text        primary key,
  account       text        not null,
  kind          text        not null check (kind in ('bank', 'payouts', 'service')),
  currency      text        not null,
  format        text        not null check (format in ('csv', 'ofx', 'mt940', 'camt053')),
  file_name     text        not null,
  sha256        bytea       not null,
  first_day     text        not null,
  last_day      text        not null,
  opening_minor bigint,
  closing_minor bigint,
  lines         integer     not null check (lines > 0),
  new_lines     integer     not null,
  new_in_minor  bigint      not null,
  new_out_minor bigint      not null,
  -- The posting that took the new incoming lines into suspense.
  posting_id    bigint,
  imported_by   text        not null references operator,
  imported_at   timestamptz not null,
  unique (account, sha256)
);
create index statement_account_days on statement (account, last_day);

create table statement_line (
  id             text        primary key,
  statement_id   text        not null references statement,
  account        text        not null,
  -- Incoming money at a bank or wallet: until it is decided whose it is, it stands in the ledger's suspense.
  in_suspense    boolean     not null,
  currency       text        not null,
  day            text        not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  amount_minor   bigint      not null check (amount_minor <> 0),
  reference      text        not null,
  ref_norm       text        not null,
  text           text        not null,
  bank_id        text,
  -- The same line of a second statement has the same fingerprint and is not taken in again.
  fingerprint    bytea       not null,
  looks_like     text        references statement_line,
  state          text        not null default 'waiting' check (state in ('waiting', 'awaiting_second_approval', 'credited', 'assigned', 'linked', 'dismissed')),
  payment_id     text,
  player_id      text        references player,
  -- The posting that took it out of suspense.
  posting_id     bigint      unique,
  reason         text,
  note           text,
  first_operator text        references operator,
  decided_by     text        references operator,
  decided_at     timestamptz,
  imported_at    timestamptz not null,
  version        integer     not null default 1,
  unique (account, fingerprint),
  check (in_suspense = false or amount_minor > 0),
  check ((state in ('waiting', 'awaiting_second_approval')) = (decided_at is null)),
  check ((in_suspense and decided_at is not null) = (posting_id is not null)),
  check (state not in ('credited', 'linked') or payment_id is not null),
  check (state not in ('credited', 'assigned') or player_id is not null),
  check (first_operator is null or decided_by is null or first_operator <> decided_by)
);
-- One line a payment: no second line can ever credit or stand for the same one. A payout that comes back is a line the other way.
create unique index statement_line_payment on statement_line (payment_id, (amount_minor > 0)) where payment_id is not null;
create index statement_line_waiting on statement_line (account, id) where state in ('waiting', 'awaiting_second_approval');
create index statement_line_state on statement_line (state, id desc);
create index statement_line_statement on statement_line (statement_id);
create index statement_line_ref on statement_line (ref_norm);
-- Lines of one account, day and amount: what a new line may be the twin of.
create index statement_line_twins on statement_line (account, day, amount_minor);
-- Payers that several players share are looked up by their line's words.
create index statement_line_payer on statement_line (md5(text)) where player_id is not null;

-- Payments that a waiting line may belong to; made anew whenever lines or payments come.
create table statement_match (
  line_id    text     not null references statement_line on delete cascade,
  payment_id text     not null,
  score      smallint not null,
  exact      boolean  not null,
  why        text     not null,
  primary key (line_id, payment_id)
);
create index statement_match_exact on statement_match (line_id) where exact;

-- The last failed bulk credit of a line and a deposit. A pair with one is not offered for bulk credit again; the reason stands beside it.
create table statement_attempt (
  line_id     text        not null references statement_line on delete cascade,
  payment_id  text        not null,
  code        text        not null,
  operator_id text        not null references operator,
  at          timestamptz not null,
  primary key (line_id, payment_id)
);
