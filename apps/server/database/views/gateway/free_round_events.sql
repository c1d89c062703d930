-- A player's free rounds for the console's timeline: grants and their ends. For a used-up or fully paid grant its
-- expiry is not shown; a rolled-back bet removes its event.
create view gateway.free_round_events as
  select granted.player_id, granted.id || ':given' as id, granted.granted_at as at, 'event_free_rounds_given' as code,
         jsonb_build_object('game', game.name, 'rounds', granted.rounds::text) as params, null::text as about, granted.stake_minor as amount_minor
  from gateway.free_round_grant as granted join catalog.games as game on game.id = granted.game_id
  union all
  select granted.player_id, granted.id || ':used', played.at, 'event_free_rounds_used',
         jsonb_build_object('game', game.name), null, granted.won_minor
  from gateway.free_round_grant as granted join catalog.games as game on game.id = granted.game_id
  cross join lateral (
    -- The last bet, or the sum of rounds that the provider kept.
    select coalesce(max(played.at) filter (where played.kind in ('bet', 'betwin') and played.bet_state is distinct from 'rolled_back'), max(played.at)) as at
    from gateway.game_transaction as played where played.grant_id = granted.id
  ) as played
  where granted.used >= granted.rounds
  union all
  select granted.player_id, granted.id || ':paid_out', paid.at, 'event_free_rounds_paid_out',
         jsonb_build_object('game', game.name, 'left', (granted.rounds - granted.used)::text), null, granted.won_minor
  from gateway.free_round_grant as granted join catalog.games as game on game.id = granted.game_id
  cross join lateral (
    select max(win.at) as at from gateway.game_transaction as win
    where win.grant_id = granted.id and case win.kind when 'win' then win.amount_minor else win.win_minor end > coalesce(win.capped_minor, 0)
  ) as paid
  where granted.used < granted.rounds and granted.won_minor >= granted.max_win_minor
  union all
  select granted.player_id, granted.id || ':ended', granted.ended_at, 'event_free_rounds_' || granted.ended_as,
         jsonb_build_object('game', game.name, 'left', (granted.rounds - granted.used)::text), null, granted.won_minor
  from gateway.free_round_grant as granted join catalog.games as game on game.id = granted.game_id
  where granted.ended_at is not null and granted.used < granted.rounds and granted.won_minor < granted.max_win_minor;
