-- Moves all sums of a player to the test players, or back. The caller has changed the player's row in the same transaction.
create or replace function reports.set_test_player(
  p_player text, p_is_test boolean, p_markets text[], p_currencies text[], p_zones text[]
) returns void language plpgsql as $$
declare
  mark bigint;
begin
  select up_to into mark from reports.rollup for update;
  perform reports.add_movements(0, mark, p_player, not p_is_test, -1, p_markets, p_currencies, p_zones);
  perform reports.add_movements(0, mark, p_player, p_is_test, 1, p_markets, p_currencies, p_zones);
  delete from reports.day_movement where transfers = 0;
  delete from reports.quarter_movement where transfers = 0;
  delete from reports.game_day where transfers = 0;
  delete from reports.payment_hour where transfers = 0;
  update reports.player_movement set is_test = p_is_test where player_id = p_player;
  update reports.player_day set is_test = p_is_test where player_id = p_player;
  update reports.first_deposit set is_test = p_is_test where player_id = p_player;
end $$;
