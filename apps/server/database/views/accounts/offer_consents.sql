-- Players who agreed to offers.
create view accounts.offer_consents as
  select player_id from accounts.player_preference where (chosen -> 'notifications' ->> 'offers')::boolean;
