-- Permissions of each operator by role, one row per permission.
create view staff.operator_permission as select operator.id as operator_id, operator.active, operator.totp_secret is not null as has_authenticator,
  held.permission from staff.operator join staff.role_permission as held on held.role_id = operator.role;
