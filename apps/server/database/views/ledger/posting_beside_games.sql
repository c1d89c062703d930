create view posting_beside_games as
  select * from ledger_posting where reason not in ('game-bet', 'game-win', 'game-betwin', 'game-rollback');
