-- Ends an open hold by the posting that moved its money out.
create or replace function ledger.end_hold(p_key text, p_state text, p_at timestamptz, p_by text) returns void language plpgsql
security definer set search_path = ledger, pg_temp as $$
begin
  update ledger.hold set state = p_state, ended_at = p_at, ended_by = p_by where key = p_key and state = 'held';
  if not found then raise exception 'no open hold %', p_key; end if;
end $$;
