-- Changes that wait for a second person.
create view approvals.open_changes as select id, kind, subject, until from approvals.waiting_change where ended_at is null;
