-- Lists of ids and times compress to a third, at twice the time that writing a whole batch takes otherwise; they are kept as they come, like the hashes
-- beside them.
alter table receipts.batch
  alter column posting_ids set storage external,
  alter column numbers set storage external,
  alter column times_ms set storage external;
alter table receipts.tile alter column hashes set storage external;
