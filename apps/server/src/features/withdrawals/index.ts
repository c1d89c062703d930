import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Portal } from '../portal/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Invariant, Wallet } from '../wallet/index.ts'
import { openPayoutAccounts } from './payout-accounts.ts'
import { openReader } from './read-withdrawals.ts'
import { requestWithdrawal, type WithdrawalRequest } from './request-withdrawal.ts'
import { openReview } from './review-withdrawal.ts'
import { openStates } from './rules.ts'
import { findSteps, findWithdrawal } from './store.ts'

export { accountReply } from './payout-accounts.ts'
export { openStates } from './rules.ts'

export interface WithdrawalParts {
  platform: Platform
  secrets: Secrets
  portal: Portal
  accounts: Accounts
  staff: Staff
  wallet: Wallet
}

export type Withdrawals = ReturnType<typeof openWithdrawals>

export const withdrawalInvariants: Invariant[] = [
  {
    name: 'withdrawal_holds',
    title: 'Each open withdrawal holds its money, and each hold belongs to an open withdrawal',
    sql: `select coalesce(withdrawal.id, hold.key) from (select * from withdrawal where state in ('requested', 'awaiting_second_approval', 'approved')) withdrawal
          full join (select * from ledger_hold where state = 'held') hold on hold.key = 'withdrawal:' || withdrawal.id || ':hold'
          where withdrawal.id is null or hold.key is null or hold.amount_minor <> withdrawal.amount_minor or hold.player_id <> withdrawal.player_id`,
  },
  {
    name: 'withdrawals_paid',
    title: 'Each paid withdrawal was sent and paid in the ledger, and each refused one gave its money back',
    sql: `select withdrawal.id from withdrawal
          left join ledger_posting sent on sent.key = 'withdrawal:' || withdrawal.id || ':sent'
          left join ledger_posting paid on paid.key = 'withdrawal:' || withdrawal.id || ':paid'
          left join ledger_posting released on released.key = 'withdrawal:' || withdrawal.id || ':release'
          where (withdrawal.state in ('paid', 'returned')) <> (sent.id is not null and paid.id is not null)
             or (withdrawal.state = 'rejected') <> (released.id is not null)`,
  },
]

/** Money going out: payout accounts, a held request, the cashier's review and the payment. */
export function openWithdrawals(parts: WithdrawalParts) {
  const { db } = parts.platform
  const payoutAccounts = openPayoutAccounts(parts)
  return {
    payoutAccounts,
    review: openReview(parts),
    reader: openReader(parts, payoutAccounts),
    request: (request: WithdrawalRequest) => requestWithdrawal(parts, payoutAccounts, request),
    find: (withdrawalId: string) => findWithdrawal(db.kysely, withdrawalId),
    steps: async (withdrawalId: string) =>
      (await findSteps(db.kysely, withdrawalId)).map((step) => ({ ...step, at: step.at.toISOString() })),
    async waiting(): Promise<number> {
      const { count } = await db.kysely
        .selectFrom('withdrawal')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .where('state', 'in', [...openStates])
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}
