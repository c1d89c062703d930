-- A player's questions about payments, one case a payment, answered in the console.
create table help_case (
  id            text        primary key,
  player_id     text        not null references player,
  -- Of a deposit, a payment of an outside service, or a withdrawal.
  payment_id    text        not null unique,
  state         text        not null check (state in ('waiting', 'answered', 'closed')),
  opened_at     timestamptz not null,
  updated_at    timestamptz not null,
  -- Since when the player waits for an answer.
  waiting_since timestamptz,
  check ((state = 'waiting') = (waiting_since is not null))
);
create index help_case_waiting on help_case (waiting_since, id) where state = 'waiting';
create index help_case_state on help_case (state, id desc);
create index help_case_player on help_case (player_id, id desc);

create table help_message (
  id          text        primary key,
  case_id     text        not null references help_case,
  at          timestamptz not null,
  -- Nobody where the player wrote it.
  operator_id text        references operator,
  text        text        not null
);
create index help_message_case on help_message (case_id, id);
create trigger help_message_append_only before update or delete or truncate on help_message
  for each statement execute function ledger_append_only();
