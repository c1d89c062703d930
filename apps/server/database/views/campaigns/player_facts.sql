-- Each player with the facts that a segment's rules may ask about: profile, money and play. Amounts are in the currency of the player's market.
create view campaigns.player_facts as
select player.id as player_id, player.player_name, player.market, player.currency, player.is_test, player.created_at,
  wallet.cash_minor, wallet.bonus_minor,
  coalesce(deposit.credited, 0) + coalesce(service.credited, 0) as deposits,
  coalesce(deposit.credited_minor, 0) + coalesce(service.credited_minor, 0) as deposited_minor,
  greatest(deposit.last_at, service.last_at) as last_deposit_at,
  coalesce(withdrawal.paid_minor, 0) as withdrawn_minor,
  coalesce(round.rounds, 0) as rounds,
  coalesce(round.staked_minor, 0) as staked_minor,
  coalesce(round.staked_minor, 0) - coalesce(round.won_minor, 0) as lost_minor,
  round.last_at as last_played_at
from accounts.player_card player
join ledger.wallets wallet on wallet.player_id = player.id
left join (
  select player_id, count(*) as credited, sum(credited_minor)::bigint as credited_minor, max(submitted_at) as last_at
  from deposits.deposits where state = 'approved' group by player_id
) deposit on deposit.player_id = player.id
left join (
  select player_id, count(*) as credited, sum(credited_minor)::bigint as credited_minor, max(started_at) as last_at
  from payments.service_payments where state = 'succeeded' group by player_id
) service on service.player_id = player.id
left join (
  select player_id, sum(amount_minor)::bigint as paid_minor from withdrawals.withdrawals where state = 'paid' group by player_id
) withdrawal on withdrawal.player_id = player.id
left join (
  select player_id, count(*) as rounds, sum(stake_minor - returned_minor)::bigint as staked_minor, sum(payout_minor)::bigint as won_minor,
    max(started_at) as last_at
  from gateway.rounds group by player_id
) round on round.player_id = player.id;
