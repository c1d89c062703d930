-- The log's entries by batch, one row of lists each. A row an entry, with its salt and its account's state in rows of their own, cost the database
-- as much as a good part of the bet itself.
create table receipts.batch (
  first_leaf    bigint primary key check (first_leaf >= 0),
  -- Entries stand in the order of their postings' ids, so this finds the batch of any posting.
  first_posting bigint   not null unique,
  posting_ids   bigint[] not null check (cardinality(posting_ids) > 0 and posting_ids[1] = first_posting),
  -- Each entry's number in its account.
  numbers       bigint[] not null check (cardinality(numbers) = cardinality(posting_ids)),
  -- Each entry's time, in milliseconds since 1970.
  times_ms      bigint[] not null check (cardinality(times_ms) = cardinality(posting_ids)),
  commitments   bytea    not null check (length(commitments) = 32 * cardinality(posting_ids))
);
-- Hashes and salts do not compress; to try costs more than to store them.
alter table receipts.batch alter column commitments set storage external;

insert into receipts.batch (first_leaf, first_posting, posting_ids, numbers, times_ms, commitments)
select min(leaf), min(posting_id), array_agg(posting_id order by leaf), array_agg(number order by leaf),
  array_agg((extract(epoch from at) * 1000)::bigint order by leaf), string_agg(commitment, ''::bytea order by leaf)
from receipts.entry group by leaf / 1000;

-- Apart from the entries, so that erasing a person overwrites salts alone.
alter table receipts.salt rename to salt_by_leaf;
create table receipts.salt (
  first_leaf bigint primary key,
  salts      bytea  not null check (length(salts) % 32 = 0)
);
alter table receipts.salt alter column salts set storage external;
insert into receipts.salt (first_leaf, salts)
select min(leaf), string_agg(salt, ''::bytea order by leaf) from receipts.salt_by_leaf group by leaf / 1000;

drop table receipts.salt_by_leaf;
drop table receipts.entry;
-- An account's next entry goes on from its last one and that one's posting, which say all of it.
drop table receipts.account;
