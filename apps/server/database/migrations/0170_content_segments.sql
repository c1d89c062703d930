-- Notices, banners and lobby rows for the players of a segment (campaigns.segment); null: for everybody.
alter table content.item add column segment text;
create unique index item_place_of_segment on content.item (kind, name, coalesce(market, ''), language, coalesce(segment, ''));
drop index content.item_place;
