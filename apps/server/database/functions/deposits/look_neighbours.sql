-- All keys within one bit of a quarter of these; with `first` 0 among all parts, with 4 among whole pictures.
create or replace function deposits.look_neighbours(looks bigint[], first integer) returns integer[] language sql immutable parallel safe as $$
  select array_agg(distinct ((quarter + first) * 65536 + (((look >> (quarter * 16)) & 65535) # flip))::integer)
  from unnest(looks) as look, generate_series(0, 3) as quarter,
       (select 0::bigint as flip union all select 1::bigint << bit from generate_series(0, 15) as bit) as flips
$$;
