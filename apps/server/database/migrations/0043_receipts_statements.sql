-- Signed statements. What was signed is kept, and which entries it is over; the entries themselves are made anew from ledger and salts.
create table receipts.statement (
  id               text        primary key,
  player_id        text        not null,
  from_at          timestamptz not null,
  -- First moment after the span.
  to_at            timestamptz not null check (to_at > from_at),
  -- The account's last posting before the span, and up to its end; null where there is none.
  posting_before   bigint,
  last_posting     bigint,
  csv_note         text        not null,
  json_note        text        not null,
  -- Receipt of the last entry in the span; null for a span without entries.
  receipt          text,
  issued_at        timestamptz not null,
  -- The operator who issued it; null for the player.
  issued_by        text,
  unique (player_id, from_at, to_at)
);
