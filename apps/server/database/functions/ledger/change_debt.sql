-- Changes a player's debt, in the transaction of the posting that changed it; returns the new debt.
create or replace function ledger.change_debt(p_player text, p_currency text, p_change bigint) returns bigint language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  after bigint;
begin
  if p_change > 0 then
    insert into ledger.debt as owed (player_id, currency, debt_minor) values (p_player, p_currency, p_change)
    on conflict (player_id) do update set debt_minor = owed.debt_minor + excluded.debt_minor
    returning debt_minor into after;
  else
    update ledger.debt set debt_minor = debt_minor + p_change where player_id = p_player returning debt_minor into after;
    if not found then raise exception 'player % owes nothing', p_player; end if;
  end if;
  return after;
end $$;
