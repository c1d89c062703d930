-- One player's calls in one message of a provider, all or none: a locked wallet raises `lock_not_available` at once,
-- and the server tries again.
create or replace function gateway.apply_all(p_items jsonb)
returns table (place integer, code text, posting bigint, balance bigint, cash_after bigint[], moved boolean) language plpgsql as $$
declare
  item jsonb;
  applied record;
  answers jsonb := '[]';
begin
  perform ledger.lock_players_nowait(array(select value ->> 'player' from jsonb_array_elements(p_items)));
  begin
    for item in select value from jsonb_array_elements(p_items) loop
      select * into applied from gateway.apply(
        item ->> 'kind', item ->> 'provider', item ->> 'tx', item ->> 'ref', item ->> 'player', item ->> 'session', item ->> 'round', item ->> 'game',
        item ->> 'currency', (item ->> 'amount')::bigint, (item ->> 'win')::bigint, decode(item ->> 'hash', 'hex'), item ->> 'row', (item ->> 'now')::timestamptz, item ->> 'grant');
      if applied.code <> 'ok' then raise exception sqlstate 'DH001'; end if;
      answers := answers || jsonb_build_object('posting', applied.posting, 'balance', applied.balance, 'cash_after', applied.cash_after, 'moved', applied.moved);
    end loop;
  exception when sqlstate 'DH001' then
    place := 0; code := applied.code; posting := null; cash_after := null; moved := false;
    select cash_minor into balance from ledger.wallets where player_id = item ->> 'player';
    return next;
    return;
  end;
  code := 'ok';
  for item, place in select value, number - 1 from jsonb_array_elements(answers) with ordinality as each (value, number) order by number loop
    posting := (item ->> 'posting')::bigint; balance := (item ->> 'balance')::bigint; moved := (item ->> 'moved')::boolean;
    cash_after := case when jsonb_typeof(item -> 'cash_after') = 'array'
      then array(select after::bigint from jsonb_array_elements_text(item -> 'cash_after') with ordinality as each (after, number) order by number) end;
    return next;
  end loop;
end $$;
