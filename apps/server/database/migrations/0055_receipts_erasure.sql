-- Sum of the leaves of a tree whose players were forgotten since; their rows are gone.
alter table receipts.liability_root add column erased_minor bigint not null default 0 check (erased_minor >= 0);
