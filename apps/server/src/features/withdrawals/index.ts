import { bind } from '../../platform/bind.ts'
import type { Db } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import { approveWithdrawal } from './approve-withdrawal.ts'
import { cancelOpen } from './cancel-open.ts'
import { cancelBatch, removeHeld, sendBatch } from './change-batch.ts'
import { listLarge, listOpen, readWaiting, readWaitingForSecond } from './list-open.ts'
import { payDebt, proposeWriteOff, registerDebts } from './debts.ts'
import { downloadBatch } from './download-batch.ts'
import { findPayeesByNumber } from './find-by-number.ts'
import { failWithdrawal, registerManualEnds, returnWithdrawal } from './end-by-hand.ts'
import { listQueue } from './list-queue.ts'
import { listWithdrawals } from './list-withdrawals.ts'
import { makeBatch } from './make-batch.ts'
import type { GivenParts, WithdrawalParts } from './parts.ts'
import {
  addAccount,
  cleanAccount,
  commitmentTo,
  describedAccount,
  findAdded,
  findBlockedAccounts,
  findNumber,
  kindsOf,
  listAccounts,
  nameAccount,
  removeAccount,
} from './payout-accounts.ts'
import { enterGate, reasonsAgainstPayout } from './payout-gate.ts'
import { httpPayoutService } from './payout-service.ts'
import { payWithdrawal } from './pay-withdrawal.ts'
import { heldReplies, listBatches, readBatch, readDrafts } from './read-batches.ts'
import { rejectWithdrawal } from './reject-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { markReturned } from './return-money.ts'
import { markPaid } from './send-money.ts'
import { checkDuePayouts, sendPayout } from './send-payout.ts'
import { staffReply } from './staff-replies.ts'
import { findSteps, findStepsOfAll, findWithdrawal } from './store.ts'
import { withdrawalReply } from './withdrawal-reply.ts'

export { withdrawalInvariants } from './invariants.ts'
export { accountReply } from './payout-accounts.ts'
export { openStates, tiers } from './rules.ts'

const checkEachMs = 5_000

export type Withdrawals = ReturnType<typeof openWithdrawals>

/**
 * Withdrawals: payout accounts, the request with its hold, the operators' review, and payment manually, by file or by a
 * service.
 */
export function openWithdrawals(given: GivenParts) {
  const { db, config } = given.platform
  const service = config.payout && httpPayoutService(config.payout, config.serviceTimeoutMs)
  const parts: WithdrawalParts = { ...given, service }
  registerManualEnds(parts)
  registerDebts(parts)
  const stop = every(parts.platform, 'payouts', checkEachMs, () => checkDuePayouts(parts))
  return {
    waitingFor: parts.approvals.changes.waitingFor,
    payoutAccounts: {
      kindsOf,
      clean: cleanAccount,
      ...bind(parts, {
        list: listAccounts,
        named: nameAccount,
        described: describedAccount,
        commitmentTo,
        added: findAdded,
        add: addAccount,
        remove: removeAccount,
        ownersOf: findPayeesByNumber,
        numberOf: findNumber,
        blocked: findBlockedAccounts,
      }),
    },
    /** State changes reported by a bank statement, in the caller's transaction. */
    ends: bind(parts, { paid: markPaid, returned: markReturned }),
    /** Withdrawals for players and operators. */
    reader: bind(parts, { reply: withdrawalReply, history: listWithdrawals, queue: listQueue, staffReply }),
    sending: { isConfigured: service !== undefined, ...bind(parts, { send: sendPayout, clean: checkDuePayouts }) },
    /** Whether a player's money may be paid out; each step of a withdrawal checks it, inside its transaction. */
    gate: bind(parts, { enter: enterGate, reasonsAgainstPayout }),
    /** Operators' decisions. Each is one transaction: state, money, step and audit entry, or nothing. */
    review: bind(parts, {
      approve: approveWithdrawal,
      pay: payWithdrawal,
      fail: failWithdrawal,
      returned: returnWithdrawal,
      reject: rejectWithdrawal,
    }),
    batches: bind(parts, {
      make: makeBatch,
      send: sendBatch,
      removeHeld,
      cancel: cancelBatch,
      list: listBatches,
      get: readBatch,
      file: downloadBatch,
      waiting: readDrafts,
      heldReplies,
    }),
    debts: bind(parts, { pay: payDebt, proposeWriteOff }),
    ...bind(parts, {
      cancelOpen,
      request: requestWithdrawal,
      openOf: listOpen,
      large: listLarge,
      waiting: readWaiting,
      waitingForSecond: readWaitingForSecond,
    }),
    find: (withdrawalId: string, reader: Db = db.kysely) => findWithdrawal(reader, withdrawalId),
    steps: (withdrawalId: string) => findSteps(db.kysely, withdrawalId),
    stepsOf: (withdrawalIds: readonly string[]) => findStepsOfAll(db.kysely, withdrawalIds),
    close: stop,
  }
}
