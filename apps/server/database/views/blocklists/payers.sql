-- Payers and references of payments on the blocklist, in the one form of references, and until when.
create view blocklists.payers as
select payer_norm, coalesce(until_at, 'infinity') as until_at from blocklists.entry where payer_norm is not null and removed_at is null;
