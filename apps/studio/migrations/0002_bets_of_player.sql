-- A page that comes back is told how the player's last bets ended.
create index bets_of_player on bets (player, changed_at desc)
