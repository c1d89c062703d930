import { formatDecimal } from '@dhow/contract/money'
import type { Db } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Portal } from '../portal/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { openCancelling } from './cancel-open.ts'
import { openBatchChanges } from './change-batch.ts'
import { openDebts } from './debts.ts'
import { openPayoutEnds } from './end-payout.ts'
import { openPayoutAccounts } from './payout-accounts.ts'
import { openBatches } from './payout-batches.ts'
import { openGate } from './payout-gate.ts'
import { httpPayoutService } from './payout-service.ts'
import { openReader } from './read-withdrawals.ts'
import { requestWithdrawal, type WithdrawalRequest } from './request-withdrawal.ts'
import { openReview } from './review-withdrawal.ts'
import { openStates } from './rules.ts'
import { openPayoutSending } from './send-payout.ts'
import { findSteps, findWithdrawal } from './store.ts'

export { withdrawalInvariants } from './invariants.ts'
export { accountReply } from './payout-accounts.ts'
export { openStates } from './rules.ts'

export interface WithdrawalParts {
  platform: Platform
  secrets: Secrets
  portal: Portal
  accounts: Accounts
  staff: Staff
  approvals: Approvals
  messages: Messages
  wallet: Wallet
  limits: Limits
  /** The names in which a player's own payments came, as the bank wrote them. */
  payerNames(playerId: string): Promise<string[]>
}

export type Withdrawals = ReturnType<typeof openWithdrawals>

/** Money going out: payout accounts, a held request, the cashier's review, and the payment by hand, by file or by a service. */
export function openWithdrawals(parts: WithdrawalParts) {
  const { db, config } = parts.platform
  const payoutAccounts = openPayoutAccounts(parts)
  const gate = openGate(parts)
  const reader = openReader(parts, { gate, payoutAccounts })
  const ends = openPayoutEnds(parts)
  const service = config.payout && httpPayoutService(config.payout, config.serviceTimeoutMs)
  const sending = openPayoutSending(parts, ends, { gate, payoutAccounts }, service)
  const changes = openBatchChanges(parts, ends, gate)
  return {
    waitingFor: parts.approvals.changes.waitingFor,
    payoutAccounts,
    ends,
    reader,
    sending,
    gate,
    review: openReview(parts, ends, gate),
    batches: { ...openBatches(parts, { gate, payoutAccounts }, reader), ...changes },
    debts: openDebts(parts),
    cancelOpen: openCancelling(parts, changes),
    request: (request: WithdrawalRequest) => requestWithdrawal(parts, { gate, payoutAccounts }, request),
    find: (withdrawalId: string, reader: Db = db.kysely) => findWithdrawal(reader, withdrawalId),
    steps: (withdrawalId: string) => findSteps(db.kysely, withdrawalId),
    /** A player's open withdrawals. */
    async openOf(playerId: string) {
      const rows = await db.kysely
        .selectFrom('withdrawals.withdrawal')
        .select(['id', 'amount_minor', 'state'])
        .where('player_id', '=', playerId)
        .where('state', 'in', [...openStates])
        .orderBy('id')
        .execute()
      return rows.map((row) => ({ id: row.id, amount: formatDecimal(row.amount_minor), state: row.state }))
    },
    async waiting(): Promise<number> {
      const { count } = await db.kysely
        .selectFrom('withdrawals.withdrawal')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .where('state', 'in', [...openStates])
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    close: sending.close,
  }
}
