-- Messages on their way out. Written with the act that causes them, sent after it stands, tried again until they are taken.
create table sms_outbox (
  id         text        primary key,
  mobile     text        not null,
  text       text        not null,
  created_at timestamptz not null,
  next_at    timestamptz not null,
  tries      integer     not null default 0,
  sent_at    timestamptz,
  kind       text        not null default 'code' check (kind in ('code', 'notice')),
  language   text        not null default 'en',
  -- The player message that this text carries; null for a code.
  message_id text,
  state      text        not null default 'queued' check (state in ('queued', 'sent', 'failed', 'delivered')),
  failure    text,
  gateway    text,
  expires_at timestamptz not null default (now() + interval '5 minutes'),
  -- When a delivery report, or the deadline, ended it.
  ended_at   timestamptz,
  constraint sms_outbox_text check (state = 'queued' or text = '')
);
create index sms_outbox_due on sms_outbox (kind, next_at) where state = 'queued';
create index sms_outbox_message on sms_outbox (message_id) where message_id is not null;
