-- Finance holds the statements of game providers against theirs, and closes them.
insert into staff.role_permission (role_id, permission) values ('finance', 'reports.close_statements');
