-- Players who chose to get offers.
create view accounts.offer_consents as
  select player_id from accounts.player_preference where (chosen -> 'notifications' ->> 'offers')::boolean;
