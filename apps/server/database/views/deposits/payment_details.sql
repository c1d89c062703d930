-- Accounts of the operator that players pay to.
create view deposits.payment_details as select id, name, market, currency, lines from deposits.payment_detail;
