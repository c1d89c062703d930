import type { Invariant } from '../wallet/index.ts'

export const rewardInvariants: Invariant[] = [
  {
    name: 'bonuses',
    sql: `select wallet.player_id from ledger.wallets wallet
          left join (select player_id, sum(amount_minor) as running from rewards.bonus where state = 'active' group by player_id) own
            on own.player_id = wallet.player_id
          where wallet.bonus_minor <> coalesce(own.running, 0)`,
  },
  {
    name: 'bonus_postings',
    sql: `select coalesce(expected.key, posting.key) from (
            select 'bonus:' || id || ':grant' as key, player_id, amount_minor, 'bonus-granted' as reason from rewards.bonus
            union all
            select 'bonus:' || id || ':end', player_id, amount_minor, case state when 'completed' then 'bonus-converted' else 'bonus-' || state end
            from rewards.bonus where state <> 'active'
            union all
            select 'bonus:' || id || ':back', player_id, amount_minor, 'bonus-taken-back' from rewards.bonus where taken_back_at is not null
          ) expected
          full join (
            select posting.key, posting.player_id, posting.reason, sum(transfer.amount_minor) as amount_minor
            from ledger.posting_beside_games posting join ledger.transfers transfer on transfer.posting_id = posting.id
            where posting.reason like 'bonus-%' group by posting.key, posting.player_id, posting.reason
          ) posting on posting.key = expected.key
          where posting.key is null or expected.key is null or posting.player_id <> expected.player_id
             or posting.amount_minor <> expected.amount_minor or posting.reason <> expected.reason`,
  },
  {
    name: 'gifts',
    sql: `select coalesce(share.key, posting.key) from (
            select 'gift:' || envelope_id || ':' || number as key, player_id, amount_minor from rewards.gift_share where player_id is not null
          ) share
          full join (
            select posting.key, posting.player_id, transfer.amount_minor
            from ledger.posting_beside_games posting join ledger.transfers transfer on transfer.posting_id = posting.id where posting.reason = 'gift'
          ) posting on posting.key = share.key
          where share.key is null or posting.key is null or share.player_id <> posting.player_id or share.amount_minor <> posting.amount_minor`,
  },
  {
    name: 'referrals',
    sql: `select coalesce(paid.key, posting.key) from (
            select 'referral:' || referred_id as key, referrer_id, amount_minor from rewards.referral where state = 'paid'
          ) paid
          full join (
            select posting.key, posting.player_id, transfer.amount_minor
            from ledger.posting_beside_games posting join ledger.transfers transfer on transfer.posting_id = posting.id where posting.reason = 'referral'
          ) posting on posting.key = paid.key
          where paid.key is null or posting.key is null or paid.referrer_id <> posting.player_id or paid.amount_minor <> posting.amount_minor`,
  },
]
