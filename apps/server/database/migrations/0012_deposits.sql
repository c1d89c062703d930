-- Bank accounts and wallets that players pay to. A family's rules are rows of src/features/deposits/methods.ts; what changes by the day stands here.
create table payment_detail (
  id        integer     primary key,
  family    text        not null,
  market    text        not null,
  currency  text        not null,
  rail      text        not null,
  name      text        not null,
  lines     jsonb       not null,
  -- Payee of a UPI link, where the detail has one.
  upi       jsonb,
  note      text,
  min_minor bigint      not null check (min_minor > 0),
  max_minor bigint      not null check (max_minor > min_minor),
  enabled   boolean     not null default true,
  -- Days and hours of the market's own time in which players are shown the detail; null is always.
  schedule  jsonb,
  -- Since when it is switched off: whoever was shown it before may still tell of a payment for a while.
  closed_at timestamptz,
  version   integer     not null default 1
);

create table deposit (
  id               text        primary key,
  player_id        text        not null references player,
  family           text        not null,
  detail_id        integer     not null references payment_detail,
  currency         text        not null,
  rail             text        not null,
  ref_raw          text        not null,
  ref_norm         text        not null,
  -- Amounts declared by the player and seen by an operator: two columns, since they may differ.
  declared_minor   bigint      not null check (declared_minor > 0),
  credited_minor   bigint      check (credited_minor > 0),
  state            text        not null check (state in ('submitted', 'under_review', 'needs_info', 'awaiting_second_approval', 'approved', 'rejected', 'cancelled', 'expired', 'reversed')),
  reason           text,
  reason_note      text,
  proof_file       text,
  claimed_by       text        references operator,
  claim_expires_at timestamptz,
  first_approver   text        references operator,
  first_minor      bigint,
  second_approver  text        references operator,
  posting_id       bigint,
  submitted_at     timestamptz not null,
  updated_at       timestamptz not null,
  expires_at       timestamptz not null,
  version          integer     not null default 1,
  ip               text        not null,
  user_agent       text        not null,
  -- The operator's question and the player's answer.
  question         text,
  question_note    text,
  asked_at         timestamptz,
  answer           text,
  -- The posting that took a credited deposit back.
  reversal_id      bigint      unique,
  -- The state of the newest screenshot.
  proof            text        check (proof in ('preparing', 'ready', 'unreadable')),
  check (first_approver is null or second_approver is null or first_approver <> second_approver),
  check ((state in ('approved', 'reversed')) = (credited_minor is not null and posting_id is not null)),
  check ((state = 'reversed') = (reversal_id is not null)),
  check (state <> 'needs_info' or (question is not null and asked_at is not null))
);
-- A reference is claimed once among what is open and what was credited; a rejected one may be sent again.
create unique index deposit_reference on deposit (currency, rail, ref_norm)
  where state in ('submitted', 'under_review', 'needs_info', 'awaiting_second_approval', 'approved', 'reversed');
create index deposit_player on deposit (player_id, id desc);
-- One family's, and one state's, pages are found without walking over the others.
create index deposit_player_family on deposit (player_id, family, id desc);
create index deposit_player_state on deposit (player_id, state, id desc);
-- The cashiers' queue, however many deposits there are: its pages are walked along an index, its counts stop at a thousand.
create index deposit_open on deposit (id)
  where state in ('submitted', 'under_review', 'needs_info', 'awaiting_second_approval');
create index deposit_state_id on deposit (state, id);
create index deposit_ended_state on deposit (state, updated_at)
  where state in ('approved', 'rejected', 'cancelled', 'expired', 'reversed');
-- A search knows how a reference, a name or a number begins, or how it ends.
create index deposit_ref_start on deposit (ref_norm text_pattern_ops);
create index deposit_ref_end on deposit (reverse(ref_norm) text_pattern_ops);

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

-- Every screenshot that came with a deposit: an answer brings another one, and each stays evidence.
create table deposit_proof (
  id         text        primary key,
  deposit_id text        not null references deposit,
  at         timestamptz not null,
  file       text        not null,
  sha256     bytea       not null,
  -- Difference hashes: of the whole, and of what is left when an edge is cut off.
  looks      bigint[]    not null,
  -- The quarters of each hash, by which pictures alike are found.
  keys       integer[]   not null generated always as (look_keys(looks)) stored
);
create index deposit_proof_deposit on deposit_proof (deposit_id, id desc);
create index deposit_proof_sha256 on deposit_proof (sha256);
create index deposit_proof_keys on deposit_proof using gin (keys);
create trigger deposit_proof_append_only before update or delete or truncate on deposit_proof
  for each statement execute function ledger_append_only();

-- Deposits and reversals of each player by day, so that a history's totals are a sum of days and not of payments. The day is the one
-- on which the payment was told of, as the filters of the histories have it (UTC). Kept by triggers, in the transaction that moves the state.
create table deposit_day (
  player_id      text   not null,
  -- A family of manual deposits, or the service that confirmed it.
  family         text   not null,
  day            date   not null,
  credited_minor bigint not null,
  primary key (player_id, family, day)
);

-- Screenshots as they came. Nobody is shown these: each is drawn anew by a job, and its row then becomes one of deposit_proof.
create table deposit_upload (
  -- The proof's id to be.
  id         text        primary key,
  deposit_id text        not null references deposit,
  at         timestamptz not null,
  file       text        not null,
  sha256     bytea       not null,
  -- When a process may take it up: one that died with it in its hands has until then.
  due_at     timestamptz not null,
  tries      integer     not null default 0
);
create index deposit_upload_due on deposit_upload (due_at);
create index deposit_upload_deposit on deposit_upload (deposit_id);
create index deposit_upload_sha256 on deposit_upload (sha256);

-- The word of a player who took a break from play while a payment of theirs waited: credit it, or send it back.
create table deposit_choice (
  -- A deposit, or a payment of an outside service.
  payment_id text        primary key,
  player_id  text        not null references player,
  choice     text        not null check (choice in ('credit', 'refund')),
  chosen_at  timestamptz not null
);

-- Copies of screenshots are found by the lines of writing that two pictures share, and then compared line by line.
-- Each line stands under a few keys of 26 bits. A key that many screenshots have, such as a label's, says nothing and is not stored again,
-- so this table grows by what is rare: references, names, times.
create table deposit_proof_line (
  key      integer not null,
  proof_id text    not null references deposit_proof,
  primary key (key, proof_id)
);

-- Screenshots whose lines are still to be read, by a job, the newest first.
create table deposit_proof_unread (
  proof_id text primary key references deposit_proof
);
