-- A free round names the wallet's grant, and pays no more than that had left when it began.
alter table instant_rounds add column grant_id text;
alter table instant_rounds add column most_payout bigint;
