-- A player who was suspended before the account closed is so again once it is reopened.
alter table accounts.player_closing add column was_suspended boolean not null default false;
-- The game placed the round's bets by itself (autoplay).
alter table gateway.game_round add column is_automatic boolean not null default false;
