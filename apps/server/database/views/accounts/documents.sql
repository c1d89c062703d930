-- Documents that were seen and have a last day, by what of each is kept: its kind, the end of its number and the last day.
create view accounts.documents as
  select player_id, document, number_end, expires_on, decided_at
  from accounts.identity_decision where outcome = 'verified' and expires_on is not null;
