-- Rows of several logs stand beside each other in the same tables.
drop index concurrently if exists receipts.batch_by_log;
create unique index concurrently batch_by_log on receipts.batch (log, first_leaf);
alter table receipts.batch drop constraint if exists batch_pkey, add constraint batch_pkey primary key using index batch_by_log;

drop index concurrently if exists receipts.batch_by_posting;
create unique index concurrently batch_by_posting on receipts.batch (log, first_posting);
alter table receipts.batch drop constraint if exists batch_first_posting_key,
  add constraint batch_first_posting_key unique using index batch_by_posting;

drop index concurrently if exists receipts.salt_by_log;
create unique index concurrently salt_by_log on receipts.salt (log, first_leaf);
alter table receipts.salt drop constraint if exists salt_pkey1, drop constraint if exists salt_pkey, add constraint salt_pkey primary key using index salt_by_log;

drop index concurrently if exists receipts.tile_by_log;
create unique index concurrently tile_by_log on receipts.tile (log, level, index);
alter table receipts.tile drop constraint if exists tile_pkey, add constraint tile_pkey primary key using index tile_by_log;

drop index concurrently if exists receipts.receipts_log_one;
drop index concurrently if exists receipts.log_by_name;
create unique index concurrently log_by_name on receipts.log (name);
alter table receipts.log drop constraint if exists log_name_key, add constraint log_name_key unique using index log_by_name;
