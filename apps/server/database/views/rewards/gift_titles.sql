-- Titles of gift envelopes.
create view rewards.gift_titles as select id, title from rewards.gift_envelope;
