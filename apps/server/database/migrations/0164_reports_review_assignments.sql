-- The operator who is to review a player of one of the two reports, until the review is noted.
create table reports.review_assignment (
  report      text        not null check (report in ('harm', 'laundering')),
  player_id   text        not null references accounts.player (id),
  operator_id text        not null references staff.operator (id),
  at          timestamptz not null,
  primary key (report, player_id)
);
