-- What a player staked and won by day stands with the bets: the statement that writes a round adds to its day (0137, 0138). To sum the days behind
-- the bets, out of the ledger (0110), took twenty times as much: each transfer was read again and its posting, transaction and round looked up,
-- and each round that was open at that moment was written aside and taken out again.
drop table round_mark;
drop table round_reach;
-- A day is written by every bet of its player: with room on its page the indexes stay as they are.
alter table round_day set (fillfactor = 70);
truncate round_day;
insert into round_day (player_id, day, staked_minor, paid_minor)
select player_id, (started_at at time zone 'UTC')::date, sum(stake_minor - returned_minor), sum(payout_minor) from game_round group by 1, 2;

-- What stands aside now is what would else be found only among all others: what was rolled back, written by the rollback, and what has been open
-- for long, which a job looks for each hour.
truncate round_aside;
alter table round_aside alter is_open drop default;
insert into round_aside (player_id, id, is_open)
select player_id, id, false from game_round where open_bets = 0 and stake_minor > 0 and returned_minor = stake_minor;

-- What a round's open bets hold in play.
create function round_in_play(p_round game_round) returns bigint language sql stable as $$
  select coalesce(sum(amount_minor), 0)::bigint from game_transaction
  where player_id = p_round.player_id and round_id = p_round.round_id and provider_code = p_round.provider_code and bet_state = 'open'
$$;

-- A player's open rounds: those of long ago that stand aside, then from the newest on until they hold all that the player has in play. Open
-- rounds are few and young, so few of the others are passed.
create function rounds_open(p_player text) returns setof game_round language plpgsql stable
-- In the order of the index, so that no more are read than it takes.
set enable_sort = off set enable_bitmapscan = off as $$
declare
  sought bigint := coalesce((select in_play_minor from ledger_wallet where player_id = p_player), 0);
  round game_round;
begin
  if sought = 0 then return; end if;
  for round in
    select own.* from round_aside aside
    cross join lateral (select * from game_round_in_order where player_id = p_player and id = aside.id offset 0) own
    where aside.player_id = p_player and aside.is_open and own.open_bets > 0
  loop
    return next round;
    sought := sought - round_in_play(round);
  end loop;
  if sought <= 0 then return; end if;
  for round in select * from game_round_in_order where player_id = p_player order by id desc loop
    continue when round.open_bets = 0 or exists (select from round_aside where player_id = p_player and id = round.id and is_open);
    return next round;
    sought := sought - round_in_play(round);
    exit when sought <= 0;
  end loop;
end $$;

-- A player's rounds of which every stake was given back, newest first: those before an id, and at most so many, where one is given. One that was
-- played on since is none any more.
create function rounds_rolled_back(p_player text, p_before text, p_most integer) returns setof text language sql stable
set enable_sort = off set enable_bitmapscan = off as $$
  select aside.id from round_aside aside
  cross join lateral (select * from game_round_in_order where player_id = p_player and id = aside.id offset 0) own
  where aside.player_id = p_player and not aside.is_open and (p_before is null or aside.id < p_before)
    and own.open_bets = 0 and own.returned_minor = own.stake_minor
  order by aside.id desc limit p_most
$$;
