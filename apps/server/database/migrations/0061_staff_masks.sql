-- Everybody keeps what they see today: numbers and accounts in full. Roles that an operator made get them masked.
insert into staff.role_permission (role_id, permission)
select role.id, added.permission from staff.role cross join (values ('players.see_identity'), ('players.reveal')) as added (permission)
where role.given;
