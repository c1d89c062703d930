-- Voucher numbers are counted with every other guess, in attempt_count.
drop table voucher_try;
