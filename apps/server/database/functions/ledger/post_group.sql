-- Postings of many players in one round trip, each with its own answer; a refused one does not affect the others.
create or replace function ledger.post_group(p_postings jsonb)
returns table (place integer, outcome text, posting bigint, replayed boolean, after bigint[]) language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  item jsonb;
begin
  perform ledger.lock_players(array(select distinct value ->> 'player' from jsonb_array_elements(p_postings) where value ->> 'player' is not null));
  place := 0;
  for item in select value from jsonb_array_elements(p_postings) loop
    select done.outcome, done.posting, done.replayed, done.after
    into outcome, posting, replayed, after
    from ledger.post(
      item ->> 'key', decode(item ->> 'hash', 'hex'), item ->> 'reason', item ->> 'reference', (item ->> 'happened_at')::timestamptz,
      item ->> 'player', item ->> 'currency',
      array(select jsonb_array_elements_text(item -> 'debits')),
      array(select jsonb_array_elements_text(item -> 'credits')),
      array(select jsonb_array_elements_text(item -> 'amounts')::bigint)
    ) as done;
    return next;
    place := place + 1;
  end loop;
end $$;
