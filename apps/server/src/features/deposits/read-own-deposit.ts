import { isOneOf } from '@dhow/contract/records'
import { ownReply } from './deposit-replies.ts'
import type { DepositParts } from './parts.ts'
import { openStates } from './rules.ts'
import { findSteps } from './store.ts'
import type { DepositRow } from './tables.ts'

/** A deposit for its player, with its timeline and, while it is open, the question during a break. */
export async function readOwnDeposit(parts: DepositParts, row: DepositRow) {
  const { kysely } = parts.platform.db
  const choice = isOneOf(openStates, row.state) ? await parts.creditGate.askedOf(kysely, row) : undefined
  return { ...ownReply(parts, row), choice: choice ?? null, timeline: await findSteps(kysely, row.id) }
}
