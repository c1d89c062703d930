-- Each key signs the heads from one size of the log on, up to the size at which the next one was made.
alter table receipts.key add column number integer generated always as identity unique;
alter table receipts.key add column from_size bigint not null default 0 check (from_size >= 0);
