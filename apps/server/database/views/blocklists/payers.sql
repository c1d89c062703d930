-- Blocked payers and payment references, normalised, with the end of the block.
create view blocklists.payers as
select payer_norm, coalesce(until_at, 'infinity') as until_at from blocklists.entry where payer_norm is not null and removed_at is null;
