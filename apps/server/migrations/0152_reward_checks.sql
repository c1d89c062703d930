-- From which address and with which kind of browser an account was opened or signed in to: what rewards are checked by. Kept 90 days.
create table player_origin (
  session_id text        primary key,
  player_id  text        not null references player,
  device_id  text        not null,
  at         timestamptz not null,
  address    text        not null,
  -- SHA-256 of the browser's own name and languages: equal or not, and nothing else.
  traits     bytea       not null
);
create index player_origin_address on player_origin (address, at);
create index player_origin_player on player_origin (player_id);
create index player_origin_at on player_origin (at);

-- What counts towards the suspicion that accounts which earn rewards are one person's. `busy_weight` holds on an address that many different
-- devices use over days, such as a mobile network's. From `threshold` points on a reward waits for a person.
create table reward_signal (
  code        text    primary key,
  weight      integer not null check (weight >= 0),
  busy_weight integer not null check (busy_weight >= 0)
);
insert into reward_signal values
  ('threshold', 40, 40),
  ('same_address', 10, 5), ('same_browser', 30, 10), ('opened_together', 10, 0), ('same_browser_together', 20, 20),
  ('referrer_near', 5, 5), ('referrer_same_browser', 20, 10), ('same_payer', 60, 60), ('same_payout_account', 80, 80);

create table reward_check (
  id           text        primary key,
  kind         text        not null check (kind in ('welcome', 'reload', 'cashback', 'referral')),
  player_id    text        not null references player,
  -- What the reward is for: a bonus's cause, or `friend:` and the player who was brought.
  subject      text        not null,
  currency     text        not null,
  amount_minor bigint      not null check (amount_minor > 0),
  points       integer     not null,
  reasons      jsonb       not null,
  state        text        not null default 'waiting' check (state in ('waiting', 'given', 'refused')),
  created_at   timestamptz not null,
  decided_at   timestamptz,
  decided_by   text        references operator,
  note         text,
  unique (player_id, subject),
  check ((state = 'waiting') = (decided_at is null))
);
create index reward_check_state on reward_check (state, id);

-- Payers that several players share are looked up by their line's words.
create index statement_line_payer on statement_line (md5(text)) where player_id is not null;
