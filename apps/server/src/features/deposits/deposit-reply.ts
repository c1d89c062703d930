import type { Deposit, DepositDetail } from '@dhow/contract/deposits'
import { formatDecimal } from '@dhow/contract/money'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import { isOneOf } from '../../platform/one-of.ts'
import { methods } from './methods.ts'
import type { GivenParts } from './parts.ts'
import { openStates, statusOf } from './rules.ts'
import type { DepositRow } from './tables.ts'

/** A deposit as its player sees it. */
export function depositReply({ portal }: Pick<GivenParts, 'portal'>, row: DepositRow): Deposit {
  const { expected_minutes: expectedMinutes, expire_after_hours: expireAfterHours } = portal.settings().deposits
  const method = methods.find((candidate) => candidate.family === row.family)
  return {
    id: row.id,
    family: row.family,
    method: method?.displayName ?? row.family,
    declared_amount: formatDecimal(row.declared_minor),
    credited_amount: row.credited_minor === null ? null : formatDecimal(row.credited_minor),
    currency: row.currency,
    utr: row.ref_norm,
    status: statusOf[row.state],
    state: row.state,
    reason: reasonOf(row),
    has_proof: row.proof !== null,
    submitted_at: row.submitted_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    // A deposit with a question to its player is not due; the answer starts the wait again, as it does the time to expire.
    expected_by:
      isOneOf(openStates, row.state) && row.state !== 'needs_info'
        ? new Date(row.expires_at.getTime() - expireAfterHours * 3_600_000 + expectedMinutes * 60_000).toISOString()
        : null,
  }
}

/** Why it did not end well or was reversed, or the question to the player. */
function reasonOf({ state, reason, question }: DepositRow): PlayerText | null {
  if (state === 'needs_info' && question !== null) return textOf('deposit_question', { question })
  if (reason === null) return null
  return textOf(state === 'reversed' ? 'deposit_reversed' : 'deposit_rejected', { reason })
}

/** The same with the actions of its player; the caller adds the timeline. */
export const ownReply = (
  parts: Pick<GivenParts, 'portal'>,
  row: DepositRow,
): Omit<DepositDetail, 'timeline' | 'choice'> => ({
  ...depositReply(parts, row),
  receipt: row.posting_id === null ? null : `DHOW-${row.posting_id}`,
  question:
    row.state === 'needs_info' && row.question !== null && row.asked_at !== null
      ? {
          code: row.question,
          text: textOf('deposit_question', { question: row.question }),
          note: row.question_note,
          asked_at: row.asked_at.toISOString(),
          answer_by: row.expires_at.toISOString(),
        }
      : null,
  can_cancel: row.state === 'submitted',
  continue_url: null,
})
