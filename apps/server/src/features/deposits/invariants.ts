import type { Invariant } from '../wallet/index.ts'

/** Checks of the books about manual deposits. */
export const depositInvariants: Invariant[] = [
  {
    name: 'deposits',
    sql: `select coalesce(deposit.id, posting.key) from (select * from deposits.deposit where state in ('approved', 'reversed')) deposit
          full join (select * from ledger.posting_beside_games where reason = 'deposit') posting on posting.key = 'deposit:' || deposit.id
          where deposit.id is null or posting.id is null or posting.id <> deposit.posting_id or posting.player_id <> deposit.player_id
             or deposit.credited_minor <> (select sum(amount_minor) from ledger.transfers where posting_id = posting.id and credit = 'cash')`,
  },
  {
    name: 'deposit_reversals',
    sql: `select coalesce(deposit.id, posting.key) from (select * from deposits.deposit where state = 'reversed') deposit
          full join (select * from ledger.posting_beside_games where reason = 'deposit-reversal') posting
            on posting.key = 'deposit:' || deposit.id || ':reversal'
          where deposit.id is null or posting.id is null or posting.id <> deposit.reversal_id or posting.player_id <> deposit.player_id
             or deposit.credited_minor <> (select sum(amount_minor) from ledger.transfers
                                           where posting_id = posting.id and credit = 'bank_detail:' || deposit.detail_id)`,
  },
]
