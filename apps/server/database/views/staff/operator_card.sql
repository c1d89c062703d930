-- An operator as others name one: no password, no secret of the authenticator.
create view staff.operator_card as select id, name, role, active, totp_secret is not null as has_authenticator from staff.operator;
