-- An operator's data for other features: no password, no authenticator secret.
create view staff.operator_card as select id, name, role, active, totp_secret is not null as has_authenticator from staff.operator;
