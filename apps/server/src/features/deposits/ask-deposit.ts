import type { QuestionCode } from '@dhow/contract/deposits'
import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { DepositParts } from './parts.ts'
import { addStep, lockForDecision, moveDeposit, notifyPlayer } from './store.ts'

/**
 * Asks the player about a deposit. It waits for the answer as long as a new one waits for a cashier, and then expires.
 * @throws Refusal `not_found`, `deposit_claimed`, `deposit_state_changed`
 */
export function askDeposit(
  parts: DepositParts,
  depositId: string,
  by: StaffSession,
  { question, version, note }: { question: QuestionCode; version: number; note?: string | undefined },
) {
  const { db, clock, id, live } = parts.platform
  return db.transaction(async (tx) => {
    const row = await lockForDecision(parts, tx, depositId, by)
    if (row.version !== version) throw new Refusal('deposit_state_changed')
    const now = clock.now()
    const reviewed = row.state === 'submitted' ? await moveDeposit(tx, row, 'under_review', { updated_at: now }) : row
    const noteText = note === '' ? undefined : note
    const asked = await moveDeposit(tx, reviewed, 'needs_info', {
      question,
      question_note: noteText ?? null,
      asked_at: now,
      answer: null,
      claimed_by: null,
      claim_expires_at: null,
      updated_at: now,
      expires_at: new Date(now.getTime() + parts.portal.settings().deposits.expire_after_hours * 3_600_000),
    })
    const text = textOf('deposit_question', { question })
    const step = { of: depositId, at: now, state: 'needs_info', operatorId: by.operatorId }
    await addStep(tx, id, { ...step, text })
    if (noteText) await addStep(tx, id, { ...step, text: textOf('cashier_note', { text: noteText }) })
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'deposit.ask',
      subject: depositId,
      text: `Asked: ${question}${noteText ? `: ${noteText}` : ''}`,
      before: { state: row.state },
      after: { state: 'needs_info' },
    })
    await parts.messages.send(tx, {
      // A deposit can have several questions; its version identifies them.
      key: `deposit:${depositId}:question:${asked.version}`,
      playerId: row.player_id,
      kind: 'deposit_question',
      params: {
        amount: formatDecimal(row.declared_minor),
        currency: row.currency,
        question,
        answer_by: asked.expires_at.toISOString(),
      },
      about: { kind: 'deposit', id: depositId },
    })
    notifyPlayer(tx, live, asked, text)
    return asked
  })
}
