import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { isOneOf } from '../../platform/one-of.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { DepositParts } from './parts.ts'
import { openStates } from './rules.ts'
import { lockDeposit } from './store.ts'
import type { DepositRow } from './tables.ts'

/** A deposit that this operator may decide on. @throws Refusal `not_found`, `deposit_claimed`, `deposit_state_changed` */
export async function loadForDecision(
  { platform: { clock } }: Pick<DepositParts, 'platform'>,
  tx: Tx,
  depositId: string,
  by: StaffSession,
): Promise<DepositRow> {
  // Locked: the job that ends claims could otherwise change the row between this read and the decision.
  const row = await lockDeposit(tx, depositId)
  if (!row) throw new Refusal('not_found')
  if (isClaimedByOther(row, by, clock.now())) throw new Refusal('deposit_claimed')
  if (!isOneOf(openStates, row.state)) throw new Refusal('deposit_state_changed')
  return row
}

const isClaimedByOther = (row: DepositRow, by: StaffSession, now: Date) =>
  row.claimed_by !== null &&
  row.claimed_by !== by.operatorId &&
  row.claim_expires_at !== null &&
  row.claim_expires_at > now
