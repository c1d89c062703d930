-- Bank statement lines with their states: no bank text, no note.
create view statements.lines as
  select id, account, day, currency, amount_minor, state, player_id, imported_at, decided_at from statements.line;
