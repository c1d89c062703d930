-- Screenshots as they came. Nobody is shown these: each is drawn anew by a job, and its row then becomes one of deposit_proof.
create table deposit_upload (
  -- The proof's id to be.
  id         text        primary key,
  deposit_id text        not null references deposit,
  at         timestamptz not null,
  file       text        not null,
  sha256     bytea       not null,
  -- When a process may take it up: one that died with it in its hands has until then.
  due_at     timestamptz not null,
  tries      integer     not null default 0
);
create index deposit_upload_due on deposit_upload (due_at);
create index deposit_upload_deposit on deposit_upload (deposit_id);
create index deposit_upload_sha256 on deposit_upload (sha256);

-- What is to be said of the newest screenshot.
alter table deposit add column proof text check (proof in ('preparing', 'ready', 'unreadable'));
update deposit set proof = 'ready' where proof_file is not null;

-- The four quarters of each hash, by which pictures alike are found among all: of two hashes that differ in six bits at most, one quarter
-- differs in one bit at most. The whole picture's stand a second time, to be told from those of its parts.
create function look_keys(looks bigint[]) returns integer[] language sql immutable parallel safe as $$
  select array_agg(distinct key) from (
    select (quarter * 65536 + ((look >> (quarter * 16)) & 65535))::integer as key
    from unnest(looks) as look, generate_series(0, 3) as quarter
    union all
    select ((quarter + 4) * 65536 + ((looks[1] >> (quarter * 16)) & 65535))::integer from generate_series(0, 3) as quarter
  ) as keys
$$;
-- The keys of everything that is within one bit of a quarter of these; from 0 on among all parts, from 4 on among the wholes.
create function look_neighbours(looks bigint[], first integer) returns integer[] language sql immutable parallel safe as $$
  select array_agg(distinct ((quarter + first) * 65536 + (((look >> (quarter * 16)) & 65535) # flip))::integer)
  from unnest(looks) as look, generate_series(0, 3) as quarter,
       (select 0::bigint as flip union all select 1::bigint << bit from generate_series(0, 15) as bit) as flips
$$;
alter table deposit_proof add column keys integer[] not null generated always as (look_keys(looks)) stored;
create index deposit_proof_keys on deposit_proof using gin (keys);
