-- Payments and bonuses among millions of rounds: a report lists their entries, newest first.
drop index concurrently if exists ledger.ledger_transfer_beside_play;
create index concurrently ledger_transfer_beside_play on ledger.transfer (id)
  where debit not like 'gaming\_result:%' and credit not like 'gaming\_result:%' and debit <> 'in_play' and credit <> 'in_play';
