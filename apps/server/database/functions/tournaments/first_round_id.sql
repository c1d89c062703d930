-- Text that sorts before the id of every round created from an instant on, like `firstIdAt`.
create or replace function tournaments.first_round_id(p_at timestamptz) returns text language sql immutable as $$
  select 'rnd_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', ((floor(extract(epoch from p_at) * 1000)::bigint >> (5 * (9 - place))) & 31)::integer + 1, 1), '' order by place)
  from generate_series(0, 9) as place
$$;
