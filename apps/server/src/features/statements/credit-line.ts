import { formatDecimal, formatMoney } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { auditLine, decidedBy, lockLine, payersOf, suspenseOf, type LineVersion } from './line-steps.ts'
import type { StatementParts } from './parts.ts'
import { depositNeedsReview } from './read-candidates.ts'
import { findLine, moveLine } from './store.ts'
import type { LineRow } from './tables.ts'

/**
 * Credits a deposit with the amount of the line. From the threshold on the deposit waits for a second operator, and the
 * line with it. With `exactOnly` the line must match the deposit exactly and the deposit must have no warnings.
 * @throws Refusal `statement_line_changed`, `statement_match_changed`, `deposit_has_warnings`, and refusals of the
 * deposit's review
 */
export function creditLine(
  parts: StatementParts,
  lineId: string,
  by: StaffSession,
  { depositId, version, note, exactOnly }: LineVersion & { depositId: string; exactOnly?: boolean },
): Promise<LineRow> {
  return parts.platform.db.transaction(async (tx) => {
    const row = await lockLine(tx, lineId, version)
    const deposit = await parts.deposits.find(depositId, tx)
    const fits =
      deposit && deposit.currency === row.currency && String(deposit.detail_id) === row.account && row.in_suspense
    if (!fits) throw new Refusal('statement_match_changed')
    if (exactOnly && !(await isExact(tx, row.id, depositId))) throw new Refusal('statement_match_changed')
    if (exactOnly && (await depositNeedsReview(tx, depositId))) throw new Refusal('deposit_has_warnings')
    const amount = formatMoney(row.amount_minor, row.currency)
    const after = { deposit: depositId }
    const approval = {
      received_amount: formatDecimal(row.amount_minor),
      version: deposit.version,
      note: note || `Line ${row.id} of the statement`,
    }
    const approved = await parts.deposits.review.approveIn(tx, depositId, by, approval, {
      debit: suspenseOf(row),
      payers: payersOf(parts, row),
      async moveLine(inner, credited) {
        await moveLine(inner, row, 'credited', {
          payment_id: depositId,
          player_id: credited.player_id,
          posting_id: credited.posting_id,
          note: note ?? null,
          ...decidedBy(parts, by),
          // The first confirming operator is stored on the deposit.
          first_operator: null,
        })
        const text = `Credited ${amount} to ${depositId}`
        await auditLine(parts, inner, by, row, { action: 'credit', text, after })
      },
    })
    if (approved.state !== 'approved') {
      const text = `Confirmed ${amount} for ${depositId} as the first of two`
      await auditLine(parts, tx, by, row, { action: 'credit-first', text, after })
    }
    return required(await findLine(tx, lineId), `line ${lineId}`)
  })
}

async function isExact(tx: Tx, lineId: string, paymentId: string): Promise<boolean> {
  const match = await tx
    .selectFrom('statements.match')
    .select('exact')
    .where('line_id', '=', lineId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return match?.exact === true
}
