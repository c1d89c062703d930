-- Of the postings most by far are of games. Those of anything else are few, and the checks of the books read them by their reason each minute.
create index ledger_posting_beside_games on ledger_posting (reason)
  where reason not in ('game-bet', 'game-win', 'game-betwin', 'game-rollback');
create view posting_beside_games as
  select * from ledger_posting where reason not in ('game-bet', 'game-win', 'game-betwin', 'game-rollback');
