-- The word of a player who took a break from play while a payment of theirs waited: credit it, or send it back.
create table deposit_choice (
  -- A deposit, or a payment of an outside service.
  payment_id text        primary key,
  player_id  text        not null references player,
  choice     text        not null check (choice in ('credit', 'refund')),
  chosen_at  timestamptz not null
);
