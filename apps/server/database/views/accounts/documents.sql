-- Checked documents with an expiry, by the stored data: kind, last characters of the number and expiry.
create view accounts.documents as
  select player_id, document, number_end, expires_on, decided_at
  from accounts.identity_decision where outcome = 'verified' and expires_on is not null;
