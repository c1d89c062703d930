-- Updates the facts of all players to everything that this transaction can see, and returns how many changed; null
-- while older players are left, a portion of whom each call adds. Transfers after the oldest open transaction are read
-- again the next time, so that none is missed before the mark.
create or replace function campaigns.refresh_facts(p_new_from text, p_portion integer) returns bigint language plpgsql as $$
declare
  mark campaigns.fact_mark;
  until bigint;
  touched text[];
  last_filled text;
  changed bigint;
begin
  -- The mark is locked first, so that the transaction ids compared with it are newer.
  select * into mark from campaigns.fact_mark for update;
  -- After restoring a dump into another cluster the mark may be ahead of this cluster: compute all facts again.
  if pg_snapshot_xmax(pg_current_snapshot())::text::bigint < mark.up_to then
    mark.up_to := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
    mark.filled_to := '';
  end if;
  until := greatest(mark.up_to, pg_snapshot_xmin(pg_current_snapshot())::text::bigint);
  touched := array(
    select transfer.player_id from ledger.transfers transfer where transfer.written_by >= mark.up_to and transfer.player_id is not null
    union
    select player.id from accounts.player_card player
    where player.id >= mark.new_from and not exists (select from campaigns.player_fact fact where fact.player_id = player.id)
  );
  if mark.filled_to is not null then
    touched := touched || array(
      select player.id from accounts.player_card player where player.id > mark.filled_to order by player.id limit p_portion);
    select max(portion.id) into last_filled from (
      select player.id from accounts.player_card player where player.id > mark.filled_to order by player.id limit p_portion) portion;
  end if;
  insert into campaigns.player_fact as known (player_id, market, created_at, cash_minor, bonus_minor, deposits, deposited_minor, last_deposit_at,
    withdrawn_minor, rounds, staked_minor, lost_minor, last_played_at, changed_in)
  select fact.player_id, fact.market, fact.created_at, fact.cash_minor, fact.bonus_minor, fact.deposits, fact.deposited_minor, fact.last_deposit_at,
    fact.withdrawn_minor, fact.rounds, fact.staked_minor, fact.lost_minor, fact.last_played_at, mark.turn + 1
  from campaigns.player_facts fact where fact.player_id = any(touched)
  on conflict (player_id) do update
  set cash_minor = excluded.cash_minor, bonus_minor = excluded.bonus_minor, deposits = excluded.deposits,
      deposited_minor = excluded.deposited_minor, last_deposit_at = excluded.last_deposit_at, withdrawn_minor = excluded.withdrawn_minor,
      rounds = excluded.rounds, staked_minor = excluded.staked_minor, lost_minor = excluded.lost_minor,
      last_played_at = excluded.last_played_at, changed_in = excluded.changed_in
  where (known.cash_minor, known.bonus_minor, known.deposits, known.deposited_minor, known.last_deposit_at, known.withdrawn_minor, known.rounds,
         known.staked_minor, known.lost_minor, known.last_played_at)
    is distinct from (excluded.cash_minor, excluded.bonus_minor, excluded.deposits, excluded.deposited_minor, excluded.last_deposit_at,
         excluded.withdrawn_minor, excluded.rounds, excluded.staked_minor, excluded.lost_minor, excluded.last_played_at);
  get diagnostics changed = row_count;
  update campaigns.fact_mark set up_to = until, turn = mark.turn + 1, filled_to = last_filled, new_from = p_new_from;
  return case when last_filled is null then changed end;
end $$;
