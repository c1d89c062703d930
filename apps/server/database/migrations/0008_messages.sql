-- Messages to players: one row an event, read in the portal's inbox in the reader's language.
create table player_message (
  id         text        primary key,
  -- Names the event; an event is sent once.
  key        text        not null unique,
  player_id  text        not null references player (id),
  kind       text        not null,
  params     jsonb       not null,
  about_kind text        check (about_kind in ('deposit', 'withdrawal')),
  about_id   text,
  created_at timestamptz not null,
  read_at    timestamptz,
  check ((about_kind is null) = (about_id is null))
);
create index player_message_inbox on player_message (player_id, id desc);
create index player_message_unread on player_message (player_id) where read_at is null;
create index player_message_about on player_message (about_id) where about_id is not null;
