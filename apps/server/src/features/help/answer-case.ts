import { required } from '../../platform/required.ts'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { HelpParts } from './parts.ts'
import { addMessage, holdCase, setState } from './store.ts'
import type { HelpCaseRow } from './tables.ts'
import { staffReplies } from './case-replies.ts'

/** Changes a case as an operator, with its trail. @throws Refusal `not_found` */
function changeCase(
  parts: HelpParts,
  caseId: string,
  by: StaffSession,
  work: (tx: Tx, row: HelpCaseRow, now: Date) => Promise<HelpCaseRow>,
) {
  const {
    platform: { db, clock },
    staff,
  } = parts
  return db
    .transaction(async (tx) => {
      const row = await holdCase(tx, caseId)
      if (!row) throw new Refusal('not_found')
      const changed = await work(tx, row, clock.now())
      await staff.audit(tx, {
        operatorId: by.operatorId,
        action: changed.state === 'closed' ? 'help.close' : 'help.answer',
        subject: row.payment_id,
        text: changed.state === 'closed' ? `Closed the case ${caseId}` : `Answered the case ${caseId}`,
        before: { state: row.state },
        after: { state: changed.state },
      })
      return changed
    })
    .then(async (row) => required((await staffReplies(parts, [row]))[0], 'reply of the case'))
}

export function answerCase(
  parts: HelpParts,
  caseId: string,
  by: StaffSession,
  { text, close }: { text: string; close: boolean },
) {
  const {
    platform: { id, live },
  } = parts
  return changeCase(parts, caseId, by, async (tx, row, now) => {
    await addMessage(tx, id, { caseId, at: now, operatorId: by.operatorId, text })
    afterCommit(tx, () => live.publish(row.player_id, { type: 'notice', text: textOf('help_answered', {}) }))
    return setState(tx, row, close ? 'closed' : 'answered', now)
  })
}

export function closeCase(parts: HelpParts, caseId: string, by: StaffSession) {
  return changeCase(parts, caseId, by, (tx, row, now) => setState(tx, row, 'closed', now))
}
