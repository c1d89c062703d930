-- Enters a player into campaigns triggered by a first credited deposit or a paid withdrawal, recognised by the message
-- written in the same transaction: exactly once. The job checks the conditions, so that a payment does not wait for
-- them.
create or replace function campaigns.enter_by_message() returns trigger language plpgsql as $$
declare
  event_of constant text := case new.kind when 'withdrawal_paid' then 'withdrawal_paid' else 'first_deposit' end;
begin
  if event_of = 'first_deposit' and (
    exists (select from deposits.deposits where player_id = new.player_id and id <> new.about_id and credited_minor is not null)
    or exists (select from payments.service_payments where player_id = new.player_id and id <> new.about_id and credited_minor is not null)) then
    return null;
  end if;
  insert into campaigns.entry (campaign_id, player_id, once_key, event_at, entered_at, due_at, state)
  select campaign.id, player.id, case when campaign.repeats then new.about_id else '' end, new.created_at, new.created_at, new.created_at, 'entered'
  from campaigns.campaign campaign join accounts.player_card player on player.market = campaign.market
  where player.id = new.player_id and campaign.trigger = 'event' and campaign.event = event_of and campaign.state in ('running', 'paused')
    and campaign.starts_at <= new.created_at
  on conflict do nothing;
  return null;
end $$;

create or replace trigger player_message_enters after insert on messages.player_message
  for each row when (new.kind in ('deposit_credited', 'deposit_credited_other', 'withdrawal_paid') and new.about_id is not null)
  execute function campaigns.enter_by_message();
