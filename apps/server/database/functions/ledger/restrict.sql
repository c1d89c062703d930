-- Sets until when a player's bets must check more than the wallet.
create or replace function ledger.restrict(p_player text, p_until timestamptz) returns void language plpgsql
security definer set search_path = ledger, pg_temp as $$
begin
  update ledger.wallet set restricted_until = p_until where player_id = p_player;
end $$;
