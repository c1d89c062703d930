-- Pairs of operators who do not count as two people.
create view staff.ties as select operator_id, tied_to, at from staff.operator_tie;
