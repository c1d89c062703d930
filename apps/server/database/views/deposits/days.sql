-- Daily sums of deposits by any method.
create view deposits.days as select player_id, family, day, credited_minor from deposits.day;
