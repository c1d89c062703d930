-- What players pay to. A family's rules are rows of src/features/deposits/methods.ts; what changes by the day stands here.
create table payment_detail (
  id         integer     primary key,
  family     text        not null,
  market     text        not null,
  currency   text        not null,
  rail       text        not null,
  name       text        not null,
  lines      jsonb       not null,
  -- Payee of a UPI link, where the detail has one.
  upi        jsonb,
  note       text,
  min_minor  bigint      not null check (min_minor > 0),
  max_minor  bigint      not null check (max_minor > min_minor),
  enabled    boolean     not null default true
);

create table deposit (
  id                text        primary key,
  player_id         text        not null references player,
  family            text        not null,
  detail_id         integer     not null references payment_detail,
  currency          text        not null,
  rail              text        not null,
  ref_raw           text        not null,
  ref_norm          text        not null,
  -- What the player says was sent, and what an operator saw arrive: never the same column.
  declared_minor    bigint      not null check (declared_minor > 0),
  credited_minor    bigint      check (credited_minor > 0),
  state             text        not null check (state in ('submitted', 'under_review', 'needs_info', 'awaiting_second_approval', 'approved', 'rejected', 'cancelled', 'expired', 'reversed')),
  reason            text,
  reason_note       text,
  proof_file        text,
  -- Of the picture as it was sent: equal and similar pictures are warnings.
  proof_sha256      bytea,
  proof_dhash       bytea,
  claimed_by        text        references operator,
  claim_expires_at  timestamptz,
  first_approver    text        references operator,
  first_minor       bigint,
  second_approver   text        references operator,
  posting_id        bigint,
  submitted_at      timestamptz not null,
  updated_at        timestamptz not null,
  expires_at        timestamptz not null,
  version           integer     not null default 1,
  ip                text        not null,
  user_agent        text        not null,
  check (first_approver is null or second_approver is null or first_approver <> second_approver),
  check ((state in ('approved', 'reversed')) = (credited_minor is not null and posting_id is not null))
);
-- A reference is claimed once among what is open and what was credited; a rejected one may be sent again.
create unique index deposit_reference on deposit (currency, rail, ref_norm)
  where state in ('submitted', 'under_review', 'needs_info', 'awaiting_second_approval', 'approved', 'reversed');
create index deposit_player on deposit (player_id, id desc);
create index deposit_queue on deposit (state, submitted_at, id);
create index deposit_ref_norm on deposit (ref_norm);
create index deposit_proof on deposit (proof_sha256) where proof_sha256 is not null;

-- The steps of a deposit, as its player and its operators read them.
create table deposit_step (
  id          text        primary key,
  deposit_id  text        not null references deposit,
  at          timestamptz not null,
  state       text        not null,
  text        text        not null,
  operator_id text
);
create index deposit_step_deposit on deposit_step (deposit_id, id);
create trigger deposit_step_append_only before update or delete or truncate on deposit_step
  for each statement execute function ledger_append_only();

-- Why to look twice at a deposit.
create table deposit_warning (
  deposit_id text not null references deposit,
  code       text not null,
  other_id   text not null default '',
  text       text not null,
  primary key (deposit_id, code, other_id)
);
