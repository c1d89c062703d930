-- A payment that waits for an operator for several reasons shows all of them: those after the first.
alter table payments.service_payment add column further_reasons jsonb not null default '[]';
