import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { creditLine } from './credit-line.ts'
import type { StatementParts } from './parts.ts'
import { noteFailure } from './store.ts'

/** Credits exact matches, each in its own transaction: one that no longer matches does not stop the others. */
export async function creditExactLines(
  parts: StatementParts,
  pairs: { line_id: string; deposit_id: string; version: number }[],
  by: StaffSession,
) {
  const { db, clock } = parts.platform
  const outcomes: { line_id: string; done: boolean; text: OperatorText }[] = []
  for (const { line_id, deposit_id, version } of pairs) {
    try {
      const row = await creditLine(parts, line_id, by, { depositId: deposit_id, version, exactOnly: true })
      const isDone = row.state === 'credited'
      outcomes.push({
        line_id,
        done: isDone,
        text: operatorText(isDone ? 'outcome_credited' : 'outcome_second', {}),
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // A changed line or match is a new pair; any other reason is shown with the pair until a person decides.
      if (error.code !== 'statement_line_changed' && error.code !== 'statement_match_changed')
        await noteFailure(db, { lineId: line_id, paymentId: deposit_id, code: error.code, by, at: clock.now() })
      outcomes.push({ line_id, done: false, text: operatorText('outcome_refused', { refusal: error.code }) })
    }
  }
  return outcomes
}
