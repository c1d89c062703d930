-- Counted with each change of a draft, so that two editors do not overwrite each other, and nobody confirms what has changed since.
alter table campaigns.campaign add column version integer not null default 1;

-- A draft may be ended without having been live.
alter table campaigns.campaign drop constraint campaign_check;
alter table campaigns.campaign add constraint campaign_check check (
  state in ('draft', 'waiting') or (state = 'ended' and starts_at is null)
  or (rules is not null and starts_at is not null and players_at_most is not null)
) not valid;
alter table campaigns.campaign drop constraint campaign_check1;
alter table campaigns.campaign add constraint campaign_check1 check (
  state in ('draft', 'waiting') or (state = 'ended' and starts_at is null)
  or kind = 'message' or (envelope_id is not null and amount_minor * players_at_most <= budget_minor)
) not valid;
