import { operatorText } from '@dhow/contract/operator-texts'
import { formatMoney } from '@dhow/contract/money'
import type { PostingReason } from '@dhow/contract/money-actions'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { marketOfCurrency } from '../portal/index.ts'
import { auditLine, decidedBy, lockLine, postFromSuspense, type LineVersion } from './line-steps.ts'
import type { StatementParts } from './parts.ts'
import { moveLine } from './store.ts'
import type { LineRow } from './tables.ts'

/** Reasons to dismiss a line, with the reason of the posting. */
const dismissalReasons = {
  duplicate: 'statement-duplicate',
  sent_back: 'statement-sent-back',
  not_a_deposit: 'statement-not-a-deposit',
} as const satisfies Record<string, PostingReason>

export interface Dismissal {
  reason: keyof typeof dismissalReasons
  note: string
}

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    line_dismiss: Dismissal & { lineId: string }
  }
}

/**
 * Dismisses a line that is not our payment: duplicates, and money sent back, return from suspense to the bank's
 * account; other money becomes the operator's.
 * @throws Refusal `statement_line_changed`, `same_operator`
 */
export const dismissLine = (
  parts: StatementParts,
  lineId: string,
  by: StaffSession,
  { version, reason, note }: LineVersion & Dismissal,
): Promise<LineRow> =>
  parts.platform.db.transaction(async (tx) => {
    const row = await lockLine(tx, lineId, version)
    if (row.state === 'awaiting_second_approval' && row.first_operator === by.operatorId)
      throw new Refusal('same_operator')
    if (row.in_suspense) {
      const change = { kind: 'line_dismiss', change: { lineId, reason, note }, reason: note } as const
      if (!(await parts.approvals.doOrPropose(tx, by, actionOn(row), change))) return row
    }
    return dismissIn(parts, tx, row, by, { reason, note })
  })

/** Registers how a dismissal is carried out after a second operator's confirmation. */
export function registerDismissals(parts: StatementParts) {
  parts.approvals.changes.register('line_dismiss', {
    title: operatorText('money_action', { action: 'line_dismiss' }),
    needs: 'statements.decide',
    async apply(tx, by, { lineId, ...dismissal }, { proposedBy }) {
      const row = await lockLine(tx, lineId)
      await parts.approvals.decide(tx, by, { ...actionOn(row), first: proposedBy })
      await dismissIn(parts, tx, row, by, dismissal)
    },
  })
}

async function dismissIn(parts: StatementParts, tx: Tx, row: LineRow, by: StaffSession, { reason, note }: Dismissal) {
  const credit =
    reason === 'not_a_deposit'
      ? { house: 'fees' as const, ref: 'other' }
      : { house: 'bank_detail' as const, ref: row.account }
  const posting_id = await postFromSuspense(parts, tx, row, dismissalReasons[reason], credit)
  const moved = await moveLine(tx, row, 'dismissed', {
    reason,
    note,
    player_id: null,
    posting_id,
    ...decidedBy(parts, by),
  })
  await auditLine(parts, tx, by, row, {
    action: 'dismiss',
    text: `Dismissed ${formatMoney(row.amount_minor, row.currency)} (${reason}): ${note}`,
    after: { reason },
  })
  return moved
}

const actionOn = (row: LineRow) => ({
  action: 'line_dismiss' as const,
  subject: row.id,
  market: marketOfCurrency(row.currency),
  amountMinor: row.amount_minor,
})
