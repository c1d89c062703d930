-- Text messages carry more than codes: a kind with its priority, a deadline, a state that delivery reports move on, and the gateway that took them.
alter table sms_outbox
  add column kind text not null default 'code' check (kind in ('code', 'notice')),
  add column language text not null default 'en',
  -- The player message that this text carries; null for a code.
  add column message_id text,
  add column state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'delivered')),
  add column failure text,
  add column gateway text,
  add column expires_at timestamptz not null default (now() + interval '5 minutes'),
  -- When a delivery report, or the deadline, ended it.
  add column ended_at timestamptz,
  add constraint sms_outbox_text check (state = 'queued' or text = '');

update sms_outbox set expires_at = created_at + interval '5 minutes';
update sms_outbox set state = 'sent', text = '' where sent_at is not null;

drop index sms_outbox_due;
create index sms_outbox_due on sms_outbox (kind, next_at) where state = 'queued';
create index sms_outbox_message on sms_outbox (message_id) where message_id is not null;

-- What a player was sent: one row an event, read in the portal's inbox in the reader's language.
create table player_message (
  id text primary key,
  -- Names the event; an event is sent once.
  key text not null unique,
  player_id text not null references player (id),
  kind text not null,
  params jsonb not null,
  about_kind text check (about_kind in ('deposit', 'withdrawal')),
  about_id text,
  created_at timestamptz not null,
  read_at timestamptz,
  check ((about_kind is null) = (about_id is null))
);
create index player_message_inbox on player_message (player_id, id desc);
create index player_message_unread on player_message (player_id) where read_at is null;
create index player_message_about on player_message (about_id) where about_id is not null;
