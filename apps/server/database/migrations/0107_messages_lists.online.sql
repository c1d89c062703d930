-- The console lists deliveries newest message first, by state or by channel. The inbox is left out: it always delivers, and has half of the rows.
drop index concurrently if exists messages.delivery_by_state;
create index concurrently delivery_by_state on messages.delivery (state, message_id desc, channel desc) where channel <> 'inbox';

drop index concurrently if exists messages.delivery_by_channel;
create index concurrently delivery_by_channel on messages.delivery (channel, message_id desc) where channel <> 'inbox';

alter table campaigns.campaign validate constraint campaign_check;
alter table campaigns.campaign validate constraint campaign_check1;
