import type { OverviewParts } from './parts.ts'
import { waitingCases, waitingDeposits, waitingMessages, waitingWithdrawals } from './store.ts'

/** Counts work that waits for a person or to be sent, by queue. */
export async function readQueues({ platform: { db } }: OverviewParts) {
  const [deposits, withdrawals, cases, messages] = await Promise.all([
    waitingDeposits(db.kysely),
    waitingWithdrawals(db.kysely),
    waitingCases(db.kysely),
    waitingMessages(db.kysely),
  ])
  return { deposits, withdrawals, cases, messages }
}
