-- The keys of everything that is within one bit of a quarter of these; from 0 on among all parts, from 4 on among the wholes.
create or replace function deposits.look_neighbours(looks bigint[], first integer) returns integer[] language sql immutable parallel safe as $$
  select array_agg(distinct ((quarter + first) * 65536 + (((look >> (quarter * 16)) & 65535) # flip))::integer)
  from unnest(looks) as look, generate_series(0, 3) as quarter,
       (select 0::bigint as flip union all select 1::bigint << bit from generate_series(0, 15) as bit) as flips
$$;
