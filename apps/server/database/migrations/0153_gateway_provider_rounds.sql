-- Free rounds that a provider keeps: `asked` of it, `given` under its own name for them, `refused` by it, or `ended` there too.
alter table gateway.free_round_grant add column at_provider text, add column provider_ref text;
alter table gateway.free_round_grant add constraint free_round_grant_at_provider check (at_provider in ('asked', 'given', 'refused', 'ended')) not valid;
