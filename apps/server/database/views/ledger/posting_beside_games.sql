create view ledger.posting_beside_games as
  select * from ledger.posting where reason not in ('game-bet', 'game-win', 'game-betwin', 'game-rollback');
