-- The four quarters of each hash, to find similar pictures among all: of two hashes that differ in at most six bits,
-- one quarter differs in at most one bit. Those of the whole picture are included twice, separately from those of its
-- parts.
create or replace function deposits.look_keys(looks bigint[]) returns integer[] language sql immutable parallel safe as $$
  select array_agg(distinct key) from (
    select (quarter * 65536 + ((look >> (quarter * 16)) & 65535))::integer as key
    from unnest(looks) as look, generate_series(0, 3) as quarter
    union all
    select ((quarter + 4) * 65536 + ((looks[1] >> (quarter * 16)) & 65535))::integer from generate_series(0, 3) as quarter
  ) as keys
$$;
