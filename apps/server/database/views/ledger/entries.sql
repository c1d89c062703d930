-- For people: every entry, one row per transfer, with the reason of its posting.
create view ledger.entries as
  select transfer.id as entry, posting.happened_at as at, posting.reason, posting.key, posting.reference, transfer.player_id as player,
    transfer.debit, transfer.credit, ledger.decimal(transfer.amount_minor) as amount, transfer.currency
  from ledger.transfer transfer join ledger.posting posting on posting.id = transfer.posting_id;
