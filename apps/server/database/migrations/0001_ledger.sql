-- The ledger: double entry, append only. Every amount is an integer of minor units.
--
-- A player's four accounts stand in one row, because each posting of a player locks them together anyway and one row costs one
-- lock and one update. The house's accounts have no row at all: their balances are sums of transfers, rolled up by a job, so that
-- no player ever waits for another one at a row of the house.
--
-- Every statement that writes a table reads the table's check constraints anew, each from its text, a list of words byte by byte: an eighth of
-- what a bet alone cost. So the tables that bets write have few of them, and short ones, for money alone.
create domain currency_code as text check (value in ('INR', 'NAD'));

create table ledger_wallet (
  player_id      text        primary key,
  currency       currency_code not null,
  cash_minor     bigint      not null default 0,
  bonus_minor    bigint      not null default 0,
  hold_minor     bigint      not null default 0,
  in_play_minor  bigint      not null default 0,
  -- No account of the player grows past this.
  limit_minor    bigint      not null default 1000000000000,
  frozen_at      timestamptz,
  closed_at      timestamptz,
  opened_at      timestamptz not null default now(),
  -- Until when a bet has to ask more than this row: whether its player is active, takes a break or has limits. These change once in a while and
  -- bets come all the time; a bet in that time is decided alone, by `gateway_apply`, which asks.
  bets_ask_until timestamptz not null default '-infinity',
  constraint ledger_wallet_bounds check (
    least(cash_minor, bonus_minor, hold_minor, in_play_minor) >= 0
    and greatest(cash_minor, bonus_minor, hold_minor, in_play_minor) <= case when closed_at is null then limit_minor else 0 end)
) with (fillfactor = 60);

create table ledger_posting (
  id            bigint      generated always as identity primary key,
  key           text        not null unique,
  content_hash  bytea       not null,
  reason        text        not null,
  -- Reference of this money outside; credited at most once, whatever the key.
  reference     text,
  player_id     text,
  currency      text        not null,
  happened_at   timestamptz not null,
  written_at    timestamptz not null default now(),
  -- The first answer, to be repeated: what stood on the player's accounts afterwards.
  cash_after    bigint,
  bonus_after   bigint,
  hold_after    bigint,
  in_play_after bigint
);
create unique index ledger_posting_reference on ledger_posting (reference) where reference is not null;
-- Of the postings most by far are of games. Those of anything else are few, and the checks of the books read them by their reason each minute.
create index ledger_posting_beside_games on ledger_posting (reason)
  where reason not in ('game-bet', 'game-win', 'game-betwin', 'game-rollback');
create trigger ledger_posting_append_only before update or delete or truncate on ledger_posting
  for each statement execute function ledger_append_only();

-- An account is written as its kind, and the house's with what it belongs to: `cash`, `bank_detail:2`.
create table ledger_transfer (
  id           bigint   generated always as identity primary key,
  posting_id   bigint   not null,
  line         smallint not null,
  player_id    text,
  debit        text     not null,
  credit       text     not null,
  currency     text     not null,
  amount_minor bigint   not null,
  -- Balances of the player's accounts after this line; null for the house's.
  debit_after  bigint,
  credit_after bigint,
  -- Transaction that wrote it: rows older than every open transaction can be rolled up and sealed in commit order.
  written_by   bigint   not null default pg_current_xact_id()::text::bigint,
  constraint ledger_transfer_bounds check (amount_minor > 0 and least(debit_after, credit_after) >= 0 and debit <> credit)
);
create index ledger_transfer_posting on ledger_transfer (posting_id);
create index ledger_transfer_player on ledger_transfer (player_id, id) where player_id is not null;
create index ledger_transfer_written_by on ledger_transfer using brin (written_by) with (pages_per_range = 16);
create index ledger_transfer_paid_in on ledger_transfer (player_id, id)
  where credit = 'cash' and split_part(debit, ':', 1) in ('bank_detail', 'payment_service', 'voucher_issuer', 'suspense');
create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function ledger_append_only();

create table ledger_hold (
  key          text        primary key,
  player_id    text        not null,
  currency     text        not null,
  amount_minor bigint      not null check (amount_minor > 0),
  state        text        not null default 'held' check (state in ('held', 'settled', 'released')),
  held_at      timestamptz not null,
  ended_at     timestamptz,
  -- The key of the posting that ended it.
  ended_by     text,
  check ((state = 'held') = (ended_at is null))
);
create index ledger_hold_player on ledger_hold (player_id) where state = 'held';

-- Sums of the house's accounts, and the transaction up to which they reach.
create table ledger_house_balance (
  account      text    not null,
  currency     text    not null,
  debit_minor  numeric not null default 0,
  credit_minor numeric not null default 0,
  primary key (account, currency)
);

create table ledger_rollup (
  one   boolean primary key default true check (one),
  up_to bigint  not null
);
insert into ledger_rollup (up_to) values (0);

-- Room for the receipts' chain: one row an entry of a player, sealed in commit order by one writer behind the money path.
create table ledger_entry_chain (
  player_id   text   not null,
  position    bigint not null check (position > 0),
  transfer_id bigint not null unique,
  previous    bytea  not null,
  hash        bytea  not null unique,
  primary key (player_id, position)
);
create trigger ledger_entry_chain_append_only before update or delete or truncate on ledger_entry_chain
  for each statement execute function ledger_append_only();

-- Debts of players to the house, kept with the postings that change it, so that it can be read and locked like a balance. A player who never
-- owed anything has no row: bets and wins do not touch this table.
create table ledger_debt (
  player_id  text   primary key,
  currency   text   not null,
  debt_minor bigint not null check (debt_minor >= 0)
);

revoke update, delete, truncate on ledger_posting, ledger_transfer, ledger_entry_chain from public;
