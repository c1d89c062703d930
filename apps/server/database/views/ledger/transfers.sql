-- Lines of the postings.
create view ledger.transfers as select id, posting_id, player_id, debit, credit, currency, amount_minor, written_by from ledger.transfer;
