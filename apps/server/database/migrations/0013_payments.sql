-- Money that an outside service confirms: vouchers (the issuer says what one was worth) and redirect payments (the service says what
-- was paid on its page). The row stands before the service is called, so that a crash leaves something to finish.
create table service_payment (
  -- The reference by which the service knows this payment; the browser's own never reaches it.
  id              text        primary key,
  kind            text        not null check (kind in ('voucher', 'redirect')),
  service         text        not null,
  player_id       text        not null references player,
  currency        text        not null,
  state           text        not null check (state in ('redeeming', 'unknown', 'declined', 'initiating', 'pending', 'failed', 'rejected', 'expired', 'succeeded', 'review', 'refused')),
  -- Why a person has to look at it, or why it was refused.
  reason          text,
  client_ref      text,
  -- The service's own id: of its order or its redemption.
  service_ref     text,
  url             text,
  return_url      text,
  -- Amounts asked for, reported as paid and credited: three columns, since they may differ.
  requested_minor bigint      check (requested_minor > 0),
  confirmed_minor bigint      check (confirmed_minor > 0),
  credited_minor  bigint      check (credited_minor > 0),
  posting_id      bigint      unique,
  -- A voucher number is never kept as it is: a keyed hash to know it again, its last digits for its owner, and a sealed copy until the
  -- issuer has said how it ended.
  pin_mac         bytea,
  pin_last4       text        check (pin_last4 ~ '^[0-9]{4}$'),
  pin_sealed      bytea,
  change_sealed   bytea,
  change_minor    bigint      check (change_minor > 0),
  checks          integer     not null default 0,
  next_check_at   timestamptz,
  started_at      timestamptz not null,
  updated_at      timestamptz not null,
  version         integer     not null default 1,
  ip              text        not null,
  user_agent      text        not null,
  check ((state = 'succeeded') = (credited_minor is not null and posting_id is not null)),
  check ((kind = 'voucher') = (pin_mac is not null)),
  check ((kind = 'redirect') = (client_ref is not null)),
  check ((change_sealed is null) = (change_minor is null)),
  check (pin_sealed is null or state in ('redeeming', 'unknown'))
);
-- A voucher is redeemed once, by whomever; one that the issuer declined may be tried again.
create unique index service_payment_pin on service_payment (service, pin_mac) where pin_mac is not null and state <> 'declined';
create unique index service_payment_client_ref on service_payment (player_id, service, client_ref) where client_ref is not null;
create index service_payment_player on service_payment (player_id, id desc);
create index service_payment_service_ref on service_payment (service, service_ref) where service_ref is not null;
create index service_payment_due on service_payment (next_check_at) where next_check_at is not null;
create index service_payment_review on service_payment (id) where state = 'review';
create index service_payment_player_service on service_payment (player_id, service, id desc);
create index service_payment_player_state on service_payment (player_id, state, id desc);

create table service_payment_step (
  id          text        primary key,
  payment_id  text        not null references service_payment,
  at          timestamptz not null,
  state       text        not null,
  text        text        not null,
  operator_id text
);
create index service_payment_step_payment on service_payment_step (payment_id, id);
create trigger service_payment_step_append_only before update or delete or truncate on service_payment_step
  for each statement execute function ledger_append_only();

-- Reports of services, stored before they are processed; the same report about one order counts once.
create table service_postback (
  id          text        primary key,
  service     text        not null,
  order_ref   text        not null,
  status      text        not null,
  payment_ref text        not null,
  amount_text text        not null,
  currency    text        not null,
  player_ref  text        not null,
  -- The signed bytes as they came.
  raw         text        not null,
  received_at timestamptz not null,
  handled_at  timestamptz,
  outcome     text,
  -- The number that the service gives each of its messages: one that came once is never taken in again.
  message_id  text,
  unique (service, order_ref, status),
  check ((handled_at is null) = (outcome is null))
);
create index service_postback_waiting on service_postback (received_at) where handled_at is null;
create unique index service_postback_message on service_postback (service, message_id) where message_id is not null;
