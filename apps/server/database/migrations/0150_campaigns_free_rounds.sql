-- A campaign may give free rounds: game, rounds, stake and days of each grant; `amount_minor` is its largest win.
alter table campaigns.campaign add column free_rounds jsonb;
alter table campaigns.campaign drop constraint campaign_kind_check;
alter table campaigns.campaign add constraint campaign_kind_check check (kind in ('gift', 'message', 'free_rounds')) not valid;
alter table campaigns.campaign drop constraint campaign_check1;
alter table campaigns.campaign add constraint campaign_check1 check (
  state in ('draft', 'waiting') or (state = 'ended' and starts_at is null) or kind = 'message'
  or (amount_minor * players_at_most <= budget_minor and case kind when 'gift' then envelope_id else free_rounds::text end is not null)
) not valid;
