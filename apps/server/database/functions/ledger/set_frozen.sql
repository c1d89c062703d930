-- Freezes a player's accounts at a time, or unfreezes them with null; false without accounts.
create or replace function ledger.set_frozen(p_player text, p_at timestamptz) returns boolean language plpgsql
security definer set search_path = ledger, pg_temp as $$
begin
  update ledger.wallet set frozen_at = p_at where player_id = p_player;
  return found;
end $$;
