-- Lines of bank statements with where they stand: no text of the bank, no note.
create view statements.lines as
  select id, account, day, currency, amount_minor, state, player_id, imported_at, decided_at from statements.line;
