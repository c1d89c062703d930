-- Accounts of the operator that players pay to.
create view deposits.payment_details as select id, name, name_code, market, currency, lines from deposits.payment_detail;
