-- The last failed bulk credit of a line and a deposit. A pair with one is not offered for bulk credit again; the reason stands beside it.
create table statement_attempt (
  line_id     text        not null references statement_line on delete cascade,
  payment_id  text        not null,
  code        text        not null,
  operator_id text        not null references operator,
  at          timestamptz not null,
  primary key (line_id, payment_id)
);
