-- Players of the operator's own people: their money is real, and no report counts it.
alter table accounts.player add column is_test boolean not null default false;
