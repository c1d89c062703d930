-- Providers of other protocols: several acts that stand or fall together, and keys of each provider that the operator adds and ends. What one act
-- does is decided in 0137.

-- Acts that one call of a provider carries: all of them happen, or none and the first refusal is the answer.
create function gateway_apply_all(p_items jsonb)
returns table (place integer, code text, posting bigint, balance bigint, cash_after bigint[], moved boolean) language plpgsql as $$
declare
  item jsonb;
  applied record;
  answers jsonb := '[]';
begin
  perform ledger_lock_players(array(select distinct value ->> 'player' from jsonb_array_elements(p_items)));
  begin
    for item in select value from jsonb_array_elements(p_items) loop
      select * into applied from gateway_apply(
        item ->> 'kind', item ->> 'provider', item ->> 'tx', item ->> 'ref', item ->> 'player', item ->> 'session', item ->> 'round', item ->> 'game',
        item ->> 'currency', (item ->> 'amount')::bigint, (item ->> 'win')::bigint, decode(item ->> 'hash', 'hex'), item ->> 'row', (item ->> 'now')::timestamptz);
      if applied.code <> 'ok' then raise exception sqlstate 'DH001'; end if;
      answers := answers || jsonb_build_object('posting', applied.posting, 'balance', applied.balance, 'cash_after', applied.cash_after, 'moved', applied.moved);
    end loop;
  exception when sqlstate 'DH001' then
    place := 0; code := applied.code; posting := null; cash_after := null; moved := false;
    select cash_minor into balance from ledger_wallet where player_id = item ->> 'player';
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

-- A provider's keys: one in use, or two while they are changed. `secret` is shared, `public` is the provider's, `own` is the private key that
-- signs what the portal asks of the provider.
create table game_provider_key (
  id            text        primary key,
  provider_code text        not null references game_provider,
  kind          text        not null check (kind in ('secret', 'public', 'own')),
  sealed        bytea       not null,
  -- The first letters of the key's SHA-256: enough to tell keys apart, nothing to sign with.
  print         text        not null,
  added_at      timestamptz not null,
  added_by      text,
  ends_at       timestamptz
);
create index game_provider_key_of on game_provider_key (provider_code);

create index game_session_provider on game_session (provider_code) where ended_at is null;
create index game_transaction_silent on game_transaction (provider_code, at) where bet_state = 'open';
create index gateway_call_player on gateway_call (player_id, at desc) where player_id is not null;
create index gateway_call_round on gateway_call (round_id, at desc) where round_id is not null;
