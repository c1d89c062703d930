-- The grant that a provider names, and those that have to be asked for or ended there. Grants of other games are in neither.
drop index concurrently if exists gateway.free_round_grant_ref;
create unique index concurrently free_round_grant_ref on gateway.free_round_grant (provider_code, provider_ref) where provider_ref is not null;
drop index concurrently if exists gateway.free_round_grant_at_provider;
create index concurrently free_round_grant_at_provider on gateway.free_round_grant (id) where at_provider in ('asked', 'given');
