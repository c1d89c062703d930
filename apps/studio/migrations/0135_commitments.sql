-- Whether the portal's public log has the end of a chain and the hash of a server seed, which it gets before their first round.
alter table chains add column is_committed boolean not null default false;
alter table seed_pairs add column is_committed boolean not null default false;
