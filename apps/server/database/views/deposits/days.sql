-- Sums by day of what was paid in, by whatever method.
create view deposits.days as select player_id, family, day, credited_minor from deposits.day;
