-- The number that a service gives each of its messages: one that came once is never taken in again, whatever it says then.
alter table service_postback add column message_id text;
create unique index service_postback_message on service_postback (service, message_id) where message_id is not null;
