-- The operator's deposit accounts.
create view deposits.payment_details as select id, name, name_code, market, currency, lines from deposits.payment_detail;
