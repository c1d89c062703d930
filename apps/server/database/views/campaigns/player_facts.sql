-- Each player with the facts for segment rules: profile, money and play. Amounts are in the currency of the player's
-- market. Each part is looked up by player, so it is fast for a few players; `campaigns.player_fact` stores it for all.
create view campaigns.player_facts as
select player.id as player_id, player.player_name, player.market, player.currency, player.is_test, player.created_at,
  wallet.cash_minor, wallet.bonus_minor,
  deposit.credited + service.credited as deposits,
  deposit.credited_minor + service.credited_minor as deposited_minor,
  greatest(deposit.last_at, service.last_at) as last_deposit_at,
  withdrawal.paid_minor as withdrawn_minor,
  round.rounds, day.staked_minor, day.staked_minor - day.won_minor as lost_minor,
  last_round.started_at as last_played_at
from accounts.player_card player
join ledger.wallets wallet on wallet.player_id = player.id
cross join lateral (
  select count(*) as credited, coalesce(sum(credited_minor), 0)::bigint as credited_minor, max(submitted_at) as last_at
  from deposits.deposits where player_id = player.id and state = 'approved'
) deposit
cross join lateral (
  select count(*) as credited, coalesce(sum(credited_minor), 0)::bigint as credited_minor, max(started_at) as last_at
  from payments.service_payments where player_id = player.id and state = 'succeeded'
) service
cross join lateral (
  select coalesce(sum(amount_minor), 0)::bigint as paid_minor from withdrawals.withdrawals where player_id = player.id and state = 'paid'
) withdrawal
cross join lateral (select count(*) as rounds from gateway.rounds where player_id = player.id) round
cross join lateral (
  select coalesce(sum(staked_minor), 0)::bigint as staked_minor, coalesce(sum(won_minor), 0)::bigint as won_minor
  from gateway.round_days where player_id = player.id
) day
left join lateral (
  select started_at from gateway.game_round_in_order where player_id = player.id order by id desc limit 1
) last_round on true;
