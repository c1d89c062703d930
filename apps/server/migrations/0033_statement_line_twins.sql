-- Lines of one account, day and amount: what a new line may be the twin of.
create index statement_line_twins on statement_line (account, day, amount_minor);
drop index statement_line_day;
