-- Version of the operator's wording that a delivery was sent with (content.version, which never changes); null: the catalogue's text.
alter table messages.delivery add column wording text;
