-- Shares of gift envelopes, with the players who claimed them.
create view rewards.gift_shares as select envelope_id, number, amount_minor, player_id, claimed_at from rewards.gift_share;
