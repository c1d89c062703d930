-- Accounts that their players close: asked for, open to be taken back until `closes_at`, and closed from then on.
create table accounts.player_closing (
  player_id text        primary key references accounts.player (id),
  asked_at  timestamptz not null,
  closes_at timestamptz not null,
  closed_at timestamptz
);
create index player_closing_due on accounts.player_closing (closes_at) where closed_at is null;
