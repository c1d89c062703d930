-- Operators who may be one person, or answer for one another.
create view staff.ties as select operator_id, tied_to, at from staff.operator_tie;
