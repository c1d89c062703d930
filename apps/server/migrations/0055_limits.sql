-- Who may not stake now, and until when (null: until it is lifted). Withdrawals are never blocked by it.
create table play_block (
  player_id  text        not null,
  kind       text        not null check (kind in ('time_out', 'self_exclusion', 'operator')),
  from_at    timestamptz not null,
  until_at   timestamptz,
  reason     text        not null,
  primary key (player_id, kind, from_at)
);
