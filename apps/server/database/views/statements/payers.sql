-- Payers of credited bank lines, by a hash of the bank's text.
create view statements.payers as
  select player_id, md5(text) as payer, imported_at from statements.line
  where player_id is not null and amount_minor > 0 and state in ('credited', 'linked') and length(text) >= 5;
