-- How much of a stake counts towards wagering, in per cent, by game (`game:<id>`) or category (`category:<name>`). A game's own row holds;
-- else the least of its categories; else all of it.
create table wagering_weight (
  scope   text    primary key check (scope ~ '^(game|category):.+$'),
  percent integer not null check (percent between 0 and 100)
);
insert into wagering_weight values ('category:roulette', 50), ('game:game_blackjack', 20);

-- A round that returned at least `from_percent` and less than `below_percent` of its stake had next to no risk, whatever was bet on: both
-- colours, nearly every number, dice at 98 in 100. Its stake counts so many per cent.
create table wagering_return (
  from_percent  integer primary key check (from_percent >= 0),
  below_percent integer not null,
  percent       integer not null check (percent between 0 and 100),
  check (below_percent > from_percent)
);
insert into wagering_return values (75, 130, 10);
