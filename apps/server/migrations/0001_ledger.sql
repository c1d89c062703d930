-- The ledger: double entry, append only. Every amount is an integer of minor units.
--
-- A player's four accounts stand in one row, because each posting of a player locks them together anyway and one row costs one
-- lock and one update. The house's accounts have no row at all: their balances are sums of transfers, rolled up by a job, so that
-- no player ever waits for another one at a row of the house.

create table ledger_wallet (
  player_id     text        primary key,
  currency      text        not null check (currency in ('INR', 'NAD')),
  cash_minor    bigint      not null default 0 check (cash_minor >= 0),
  bonus_minor   bigint      not null default 0 check (bonus_minor >= 0),
  hold_minor    bigint      not null default 0 check (hold_minor >= 0),
  in_play_minor bigint      not null default 0 check (in_play_minor >= 0),
  -- No account of the player grows past this.
  limit_minor   bigint      not null default 1000000000000 check (limit_minor > 0),
  frozen_at     timestamptz,
  closed_at     timestamptz,
  opened_at     timestamptz not null default now(),
  check (greatest(cash_minor, bonus_minor, hold_minor, in_play_minor) <= limit_minor),
  check (closed_at is null or (cash_minor = 0 and bonus_minor = 0 and hold_minor = 0 and in_play_minor = 0))
) with (fillfactor = 60);

create table ledger_posting (
  id            bigint      generated always as identity primary key,
  key           text        not null unique,
  content_hash  bytea       not null,
  reason        text        not null,
  -- What the outside calls this money; credited at most once, whatever the key.
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

-- An account is written as its kind, and the house's with what it belongs to: `cash`, `bank_detail:2`.
create table ledger_transfer (
  id           bigint   generated always as identity primary key,
  posting_id   bigint   not null,
  line         smallint not null,
  player_id    text,
  debit        text     not null,
  credit       text     not null,
  currency     text     not null,
  amount_minor bigint   not null check (amount_minor > 0),
  -- Balances of the player's accounts after this line; null for the house's.
  debit_after  bigint   check (debit_after >= 0),
  credit_after bigint   check (credit_after >= 0),
  -- Which transaction wrote it: what is older than every open transaction can be rolled up and sealed in commit order.
  written_by   bigint   not null default pg_current_xact_id()::text::bigint,
  check (debit <> credit)
);
create index ledger_transfer_posting on ledger_transfer (posting_id);
create index ledger_transfer_player on ledger_transfer (player_id, id) where player_id is not null;
create index ledger_transfer_written_by on ledger_transfer using brin (written_by) with (pages_per_range = 16);

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

-- What the rollup has added up of the house's accounts, and up to which transaction.
create table ledger_house_balance (
  account      text    not null,
  currency     text    not null,
  debit_minor  numeric not null default 0,
  credit_minor numeric not null default 0,
  primary key (account, currency)
);
create table ledger_rollup (
  one       boolean primary key default true check (one),
  up_to     bigint  not null
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

create function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_posting_append_only before update or delete or truncate on ledger_posting
  for each statement execute function ledger_append_only();
create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function ledger_append_only();
create trigger ledger_entry_chain_append_only before update or delete or truncate on ledger_entry_chain
  for each statement execute function ledger_append_only();
revoke update, delete, truncate on ledger_posting, ledger_transfer, ledger_entry_chain from public;

create function ledger_place(account text) returns integer language sql immutable parallel safe as $$
  select case account when 'cash' then 1 when 'bonus' then 2 when 'hold' then 3 when 'in_play' then 4 else 0 end
$$;

-- One posting: all of its lines happen or none. Answers `ok` or the refusal, in this order of precedence: amount_invalid,
-- key_reused, reference_credited, account_missing, currency_mismatch, account_closed, account_frozen, insufficient_funds,
-- balance_limit. Nothing is written before everything has been checked, so a refusal leaves no trace and needs no savepoint.
create function ledger_post(
  p_key text, p_hash bytea, p_reason text, p_reference text, p_happened_at timestamptz,
  p_player text, p_currency text, p_debits text[], p_credits text[], p_amounts bigint[],
  out outcome text, out posting bigint, out replayed boolean, out after bigint[]
) language plpgsql as $$
declare
  wallet ledger_wallet;
  earlier ledger_posting;
  lines integer := coalesce(array_length(p_amounts, 1), 0);
  debit_after bigint[] := '{}';
  credit_after bigint[] := '{}';
  debit_place integer;
  credit_place integer;
begin
  replayed := false;
  if lines = 0 then outcome := 'amount_invalid'; return; end if;
  for line in 1..lines loop
    if p_amounts[line] is null or p_amounts[line] <= 0 then outcome := 'amount_invalid'; return; end if;
  end loop;

  -- The lock comes before the look at the key: two tries of one key by one player are then one after the other.
  if p_player is not null then
    select * into wallet from ledger_wallet where player_id = p_player for update;
  end if;
  select * into earlier from ledger_posting where key = p_key;
  if found then
    if earlier.content_hash <> p_hash then outcome := 'key_reused'; return; end if;
    outcome := 'ok'; posting := earlier.id; replayed := true;
    after := array[earlier.cash_after, earlier.bonus_after, earlier.hold_after, earlier.in_play_after];
    return;
  end if;
  if p_reference is not null and exists (select from ledger_posting where reference = p_reference) then
    outcome := 'reference_credited'; return;
  end if;

  if p_player is not null then
    if wallet.player_id is null then outcome := 'account_missing'; return; end if;
    if wallet.currency <> p_currency then outcome := 'currency_mismatch'; return; end if;
    if wallet.closed_at is not null then outcome := 'account_closed'; return; end if;
    if wallet.frozen_at is not null then
      -- Frozen money does not go out; what comes in, and what is in play already, runs its course.
      for line in 1..lines loop
        if ledger_place(p_debits[line]) in (1, 2) then outcome := 'account_frozen'; return; end if;
      end loop;
    end if;
    after := array[wallet.cash_minor, wallet.bonus_minor, wallet.hold_minor, wallet.in_play_minor];
  end if;
  for line in 1..lines loop
    debit_place := ledger_place(p_debits[line]);
    credit_place := ledger_place(p_credits[line]);
    if (debit_place > 0 or credit_place > 0) and p_player is null then outcome := 'account_missing'; return; end if;
    if debit_place > 0 then
      if after[debit_place] < p_amounts[line] then outcome := 'insufficient_funds'; return; end if;
      after[debit_place] := after[debit_place] - p_amounts[line];
    end if;
    debit_after := debit_after || case when debit_place > 0 then after[debit_place] end;
    if credit_place > 0 then
      if after[credit_place] > wallet.limit_minor - p_amounts[line] then outcome := 'balance_limit'; return; end if;
      after[credit_place] := after[credit_place] + p_amounts[line];
    end if;
    credit_after := credit_after || case when credit_place > 0 then after[credit_place] end;
  end loop;

  insert into ledger_posting (key, content_hash, reason, reference, player_id, currency, happened_at,
                              cash_after, bonus_after, hold_after, in_play_after)
  values (p_key, p_hash, p_reason, p_reference, p_player, p_currency, p_happened_at, after[1], after[2], after[3], after[4])
  on conflict do nothing
  returning id into posting;
  if posting is null then
    -- Another transaction committed this key or this reference while we waited for it.
    select * into earlier from ledger_posting where key = p_key;
    if not found then outcome := 'reference_credited'; return; end if;
    if earlier.content_hash <> p_hash then outcome := 'key_reused'; return; end if;
    outcome := 'ok'; posting := earlier.id; replayed := true;
    after := array[earlier.cash_after, earlier.bonus_after, earlier.hold_after, earlier.in_play_after];
    return;
  end if;
  insert into ledger_transfer (posting_id, line, player_id, debit, credit, currency, amount_minor, debit_after, credit_after)
  select posting, line, p_player, p_debits[line], p_credits[line], p_currency, p_amounts[line], debit_after[line], credit_after[line]
  from generate_series(1, lines) as line;
  if p_player is not null then
    update ledger_wallet
    set cash_minor = after[1], bonus_minor = after[2], hold_minor = after[3], in_play_minor = after[4]
    where player_id = p_player;
  end if;
  outcome := 'ok';
end $$;

-- Locks the accounts of several players, always in the same order, before a group of postings goes through them.
create function ledger_lock_players(p_players text[]) returns void language sql as $$
  select from ledger_wallet where player_id = any (p_players) order by player_id for update
$$;

-- Postings of many players in one round trip, each with its own answer; a refused one does not disturb the others.
create function ledger_post_group(p_postings jsonb)
returns table (place integer, outcome text, posting bigint, replayed boolean, after bigint[]) language plpgsql as $$
declare
  item jsonb;
begin
  perform ledger_lock_players(array(select distinct value ->> 'player' from jsonb_array_elements(p_postings) where value ->> 'player' is not null));
  place := 0;
  for item in select value from jsonb_array_elements(p_postings) loop
    select done.outcome, done.posting, done.replayed, done.after
    into outcome, posting, replayed, after
    from ledger_post(
      item ->> 'key', decode(item ->> 'hash', 'hex'), item ->> 'reason', item ->> 'reference', (item ->> 'happened_at')::timestamptz,
      item ->> 'player', item ->> 'currency',
      array(select jsonb_array_elements_text(item -> 'debits')),
      array(select jsonb_array_elements_text(item -> 'credits')),
      array(select jsonb_array_elements_text(item -> 'amounts')::bigint)
    ) as done;
    return next;
    place := place + 1;
  end loop;
end $$;
