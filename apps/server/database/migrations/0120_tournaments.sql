-- Tournaments of a market: players who joined get points for their settled rounds, and the first ranks get prizes.
create schema tournaments;

create table tournaments.tournament (
  id                text        primary key,
  market            text        not null check (market in ('NA', 'IN')),
  name              text        not null,
  -- In the other languages.
  names             jsonb       not null,
  -- Null for all games of the studio.
  games             text[],
  starts_at         timestamptz not null,
  ends_at           timestamptz not null,
  points_by         text        not null check (points_by in ('multiplier', 'turnover')),
  best_rounds       integer     check (best_rounds between 1 and 20),
  unit_minor        bigint      check (unit_minor > 0),
  day_cap           integer     check (day_cap between 1 and 100000),
  least_stake_minor bigint      not null check (least_stake_minor > 0),
  -- By rank.
  prizes_minor      bigint[]    not null check (cardinality(prizes_minor) between 1 and 100),
  budget_minor      bigint      not null check (budget_minor > 0),
  payout            text        not null check (payout in ('by_itself', 'claim')),
  state             text        not null default 'draft' check (state in ('draft', 'waiting', 'live', 'paused', 'ended', 'cancelled')),
  -- The gift envelope whose shares are the prizes.
  envelope_id       text        references rewards.gift_envelope (id),
  -- Of its cancellation or early end.
  reason            text,
  -- Prizes that are claimed can be claimed until then.
  claim_until       timestamptz,
  -- No prize waits any more.
  is_settled        boolean     not null default false,
  -- Transactions before it have been counted; null before the first time.
  counted_to        bigint,
  -- Counted with each change of the draft.
  version           integer     not null default 1,
  created_by        text        not null references staff.operator (id),
  created_at        timestamptz not null,
  check (ends_at > starts_at),
  check ((points_by = 'multiplier') = (best_rounds is not null)),
  check ((points_by = 'turnover') = (unit_minor is not null and day_cap is not null)),
  check (state in ('draft', 'waiting', 'cancelled') or envelope_id is not null)
);
create index tournament_open on tournaments.tournament (ends_at) where state in ('live', 'paused') or (state = 'ended' and not is_settled);

-- Spans in which no round that begins counts.
create table tournaments.pause (
  tournament_id text        not null references tournaments.tournament (id),
  from_at       timestamptz not null,
  until_at      timestamptz,
  primary key (tournament_id, from_at)
);

-- Players who take part, with their points as last counted.
create table tournaments.entry (
  tournament_id text        not null references tournaments.tournament (id),
  player_id     text        not null references accounts.player (id),
  -- Rounds that began earlier do not count.
  joined_at     timestamptz not null,
  shows_name    boolean     not null default false,
  -- Others read it in place of the name.
  number        integer     not null,
  points        bigint      not null default 0,
  rounds        integer     not null default 0,
  -- Instant at which the points were reached: the earlier is before the later among equals.
  reached_at    timestamptz,
  -- Null without a point, and while the player may not take part.
  rank          integer,
  primary key (tournament_id, player_id)
) with (fillfactor = 70);
create index entry_rank on tournaments.entry (tournament_id, rank) where rank is not null;
create index entry_player on tournaments.entry (player_id);

-- Points of a player's rounds that began on a day: the highest points of single rounds, or the points of the day, with the time of each.
create table tournaments.day (
  tournament_id text          not null,
  player_id     text          not null,
  day           date          not null,
  rounds        integer       not null,
  points        bigint[]      not null,
  reached       timestamptz[] not null,
  primary key (tournament_id, player_id, day),
  foreign key (tournament_id, player_id) references tournaments.entry (tournament_id, player_id) on delete cascade
);

-- The final ranking, never changed but for what becomes of a prize.
create table tournaments.result (
  tournament_id text        not null references tournaments.tournament (id),
  rank          integer     not null,
  player_id     text        not null references accounts.player (id),
  points        bigint      not null,
  rounds        integer     not null,
  reached_at    timestamptz not null,
  prize_minor   bigint,
  -- `due` is credited by the job, `open` by a claim; `lapsed` was not claimed in time, `withheld` belongs to nobody.
  prize_state   text        check (prize_state in ('due', 'open', 'paid', 'lapsed', 'withheld')),
  decided_at    timestamptz,
  primary key (tournament_id, rank),
  unique (tournament_id, player_id),
  check ((prize_minor is null) = (prize_state is null)),
  check ((decided_at is not null) = coalesce(prize_state in ('paid', 'lapsed', 'withheld'), false))
);
create index result_player on tournaments.result (player_id);
create index result_due on tournaments.result (tournament_id, rank) where prize_state in ('due', 'open');

insert into staff.role_permission (role_id, permission) values
  ('manager', 'tournaments.see'),
  ('manager', 'tournaments.manage'),
  ('admin', 'tournaments.see'),
  ('admin', 'tournaments.manage');
