-- Notes of operators on two players who share something: each stays as it was made, and the last one of a pair stands.
create table accounts.link_note (
  id        text        primary key,
  -- The pair in one order, so that it is found from either side.
  player_id text        not null references accounts.player (id),
  other_id  text        not null references accounts.player (id),
  verdict   text        not null check (verdict in ('known', 'same_person', 'open')),
  reason    text        not null,
  noted_by  text        not null,
  noted_at  timestamptz not null,
  check (player_id < other_id)
);
create index link_note_player on accounts.link_note (player_id, other_id, id desc);
create index link_note_other on accounts.link_note (other_id);

insert into staff.role_permission (role_id, permission) values
  ('cashier', 'players.see_links'), ('support', 'players.see_links'), ('manager', 'players.see_links'), ('admin', 'players.see_links'),
  ('support', 'players.note_links'), ('manager', 'players.note_links'), ('admin', 'players.note_links');

-- Each change of a player's limits, breaks and blocks as it was made, written with it. Changes from before this table are read from what stands.
create table limits.change (
  id           text        primary key,
  player_id    text        not null,
  at           timestamptz not null,
  what         text        not null
    check (what in ('set', 'lowered', 'raise_asked', 'removal_asked', 'kept', 'raised', 'removed', 'began', 'ended')),
  kind         text        not null check (kind in ('deposit', 'stake', 'loss', 'time_out', 'self_exclusion', 'operator')),
  period       text        check (period in ('day', 'week', 'month')),
  before_minor bigint,
  amount_minor bigint,
  -- End of a break or block; null without one.
  until_at     timestamptz,
  made_by      text        not null check (made_by in ('player', 'operator', 'rule')),
  operator_id  text        references staff.operator (id),
  reason       text        not null,
  check ((period is not null) = (kind in ('deposit', 'stake', 'loss'))),
  check ((period is null) = (what in ('began', 'ended'))),
  check ((operator_id is not null) = (made_by = 'operator'))
);
create index change_player on limits.change (player_id, at desc);
create trigger change_append_only before update or delete or truncate on limits.change
  for each statement execute function ledger.append_only();
