-- The copy of the files beside the database, as `copy-files` notes it.
alter table alarms.upkeep drop constraint upkeep_task_check;
alter table alarms.upkeep add constraint upkeep_task_check check (task in ('backup', 'drill', 'files'));
