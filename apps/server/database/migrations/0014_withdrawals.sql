create table payout_account (
  id            text        primary key,
  player_id     text        not null references player,
  kind          text        not null check (kind in ('bank_in', 'upi', 'bank_na', 'wallet_na')),
  holder        text        not null,
  -- The number is sealed with the server's key; a keyed hash finds it again, its end is shown.
  number_sealed bytea       not null,
  number_mac    bytea       not null,
  number_end    text        not null,
  branch        text,
  bank          text,
  usable_from   timestamptz not null,
  created_at    timestamptz not null,
  removed_at    timestamptz
);
create unique index payout_account_number on payout_account (player_id, kind, number_mac) where removed_at is null;
create index payout_account_mac on payout_account (number_mac);

-- Payouts in one file for the bank.
create table payout_batch (
  id          text        primary key,
  market      text        not null,
  kind        text        not null,
  currency    text        not null,
  state       text        not null check (state in ('draft', 'sent', 'cancelled')),
  payouts     integer     not null check (payouts > 0),
  total_minor bigint      not null check (total_minor > 0),
  made_by     text        not null references operator,
  made_at     timestamptz not null,
  sent_by     text        references operator,
  sent_at     timestamptz,
  version     integer     not null default 1,
  check ((state = 'sent') = (sent_by is not null and sent_at is not null))
);
create index payout_batch_state on payout_batch (state, id);

create table withdrawal (
  id                text        primary key,
  player_id         text        not null references player,
  payout_account_id text        not null references payout_account,
  currency          text        not null,
  amount_minor      bigint      not null check (amount_minor > 0),
  fee_minor         bigint      not null default 0 check (fee_minor >= 0 and fee_minor < amount_minor),
  state             text        not null,
  reason            text,
  reason_note       text,
  payment_reference text,
  payment_ref_norm  text,
  first_approver    text        references operator,
  second_approver   text        references operator,
  paid_by           text        references operator,
  requested_at      timestamptz not null,
  updated_at        timestamptz not null,
  version           integer     not null default 1,
  ip                text        not null,
  -- Text on the bank's statement: short, unique, and nobody else's.
  pay_code          text        not null,
  batch_id          text        references payout_batch,
  -- How a payout service calls it, and when it is asked again.
  by_service        boolean     not null default false,
  service_ref       text,
  checks            integer     not null default 0,
  next_check_at     timestamptz,
  sent_at           timestamptz,
  -- Warnings at the time of the request.
  risks             jsonb       not null default '[]',
  check (first_approver is null or second_approver is null or first_approver <> second_approver),
  constraint withdrawal_states check (state in ('requested', 'awaiting_second_approval', 'approved', 'batched', 'sent', 'unknown', 'paid', 'rejected', 'failed', 'returned')),
  constraint withdrawal_reference check ((state in ('paid', 'returned')) = (payment_reference is not null)),
  constraint withdrawal_batched check (state <> 'batched' or batch_id is not null),
  constraint withdrawal_sent check (state not in ('sent', 'unknown') or (sent_at is not null and (by_service or batch_id is not null))),
  constraint withdrawal_asked check (not by_service or state not in ('sent', 'unknown') or next_check_at is not null)
);
create unique index withdrawal_payment_reference on withdrawal (currency, payment_ref_norm) where payment_ref_norm is not null;
create index withdrawal_player on withdrawal (player_id, id desc);
create index withdrawal_queue on withdrawal (state, requested_at, id);
create unique index withdrawal_pay_code on withdrawal (pay_code);
create index withdrawal_batch on withdrawal (batch_id) where batch_id is not null;
create index withdrawal_due on withdrawal (next_check_at) where next_check_at is not null;
create unique index withdrawal_open on withdrawal (player_id)
  where state in ('requested', 'awaiting_second_approval', 'approved', 'batched', 'sent', 'unknown');
create index withdrawal_player_state on withdrawal (player_id, state, id desc);

create table withdrawal_step (
  id            text        primary key,
  withdrawal_id text        not null references withdrawal,
  at            timestamptz not null,
  state         text        not null,
  text          text        not null,
  operator_id   text
);
create index withdrawal_step_withdrawal on withdrawal_step (withdrawal_id, id);
create trigger withdrawal_step_append_only before update or delete or truncate on withdrawal_step
  for each statement execute function ledger_append_only();

-- Payouts of each player by day, kept by a trigger as `deposit_day` is.
create table withdrawal_day (
  player_id  text   not null,
  day        date   not null,
  paid_minor bigint not null,
  primary key (player_id, day)
);
