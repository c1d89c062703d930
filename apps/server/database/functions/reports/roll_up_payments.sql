-- Reads changed payments again, at most this many rows of `changed_payment`. Returns how many it read.
create or replace function reports.roll_up_payments(p_at_most integer, p_markets text[], p_currencies text[], p_zones text[]) returns integer language plpgsql as $$
declare
  ids text[];
  taken integer;
begin
  if not exists (select from reports.changed_payment) then return 0; end if;
  -- Not while a player is marked as a test player, whose payments are no longer counted.
  perform from reports.rollup for update;
  with changed as (
    delete from reports.changed_payment where ctid = any (array(select ctid from reports.changed_payment limit p_at_most)) returning payment_id
  )
  select array_agg(distinct payment_id), count(*) into ids, taken from changed;
  perform reports.read_payments(ids, p_markets, p_zones);
  return taken;
end $$;
