import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Reason } from './gate-rules.ts'
import type { WithdrawalParts } from './parts.ts'
import type { WithdrawalRow } from './tables.ts'

/** A payout that must not be sent, with the reasons. */
export type Held = { row: WithdrawalRow; reasons: Pick<Reason, 'text'>[] }

/** Writes the audit entry of an operator's change of a batch. */
export const batchAudit = (
  { staff }: WithdrawalParts,
  tx: Tx,
  by: StaffSession,
  batchId: string,
  { action, ...entry }: { action: string; text: string; before: object | null; after: object },
) => staff.audit(tx, { operatorId: by.operatorId, subject: batchId, ...entry, action: `batch.${action}` })

/** Refusal of a batch with payouts that must not be sent, with each reason. */
export const batchHeld = (held: Held[]) =>
  new Refusal('batch_held', {
    text: operatorText('payouts_held', { count: String(held.length) }),
    also: holdReasons(held),
  })

/** All reasons, each once. */
export const holdReasons = (held: Held[]): OperatorText[] => [
  ...new Map(held.flatMap(({ reasons }) => reasons.map(({ text }) => [JSON.stringify(text), text] as const))).values(),
]
