create table payout_account (
  id          text        primary key,
  player_id   text        not null references player,
  kind        text        not null check (kind in ('bank_in', 'upi', 'bank_na', 'wallet_na')),
  holder      text        not null,
  -- The number is sealed with the server's key; a keyed hash finds it again, its end is shown.
  number_sealed bytea     not null,
  number_mac  bytea       not null,
  number_end  text        not null,
  branch      text,
  bank        text,
  usable_from timestamptz not null,
  created_at  timestamptz not null,
  removed_at  timestamptz
);
create unique index payout_account_number on payout_account (player_id, kind, number_mac) where removed_at is null;
create index payout_account_mac on payout_account (number_mac);

create table withdrawal (
  id                text        primary key,
  player_id         text        not null references player,
  payout_account_id text        not null references payout_account,
  currency          text        not null,
  amount_minor      bigint      not null check (amount_minor > 0),
  fee_minor         bigint      not null default 0 check (fee_minor >= 0 and fee_minor < amount_minor),
  state             text        not null check (state in ('requested', 'awaiting_second_approval', 'approved', 'paid', 'rejected', 'returned')),
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
  check (first_approver is null or second_approver is null or first_approver <> second_approver),
  check ((state in ('paid', 'returned')) = (payment_reference is not null))
);
-- One open withdrawal a player.
create unique index withdrawal_open on withdrawal (player_id) where state in ('requested', 'awaiting_second_approval', 'approved');
create unique index withdrawal_payment_reference on withdrawal (currency, payment_ref_norm) where payment_ref_norm is not null;
create index withdrawal_player on withdrawal (player_id, id desc);
create index withdrawal_queue on withdrawal (state, requested_at, id);

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
