import { textOf } from '@dhow/contract/player-texts'
import type { MessageAbout } from '@dhow/contract/messages'
import { afterCommit } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { repeatable } from '../../platform/http/repeatable.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changeCase } from './change-case.ts'
import type { HelpParts } from './parts.ts'
import { addMessage, setState } from './store.ts'
import type { HelpCaseRow } from './tables.ts'

const aboutOf = ({ payment_id: id }: HelpCaseRow): MessageAbout | null =>
  id === null ? null : { kind: id.startsWith('wd_') ? 'withdrawal' : 'deposit', id }

/**
 * Answers a case; the player gets a message in the inbox. One idempotency key answers once. @throws Refusal
 * `not_found`, `key_changed`
 */
export function answerCase(
  parts: HelpParts,
  caseId: string,
  by: StaffSession,
  { text, close, key }: { text: string; close: boolean; key: string | undefined },
) {
  const {
    platform: { id, live },
    messages,
  } = parts
  return changeCase(parts, caseId, by, async (tx, row, now) => {
    const call = {
      operation: 'answerHelp',
      playerId: row.player_id,
      // The table of idempotent calls is by player; operators' keys are prefixed.
      key: key && `${by.operatorId}:${key}`,
      content: [caseId, text, close],
    }
    const { replayed } = await repeatable(tx, call, async () => {
      await addMessage(tx, id, { caseId, at: now, operatorId: by.operatorId, text })
      await setState(tx, row, close ? 'closed' : 'answered', now)
      await messages.send(tx, {
        key: `help:${id('hms')}`,
        playerId: row.player_id,
        kind: 'help_answered',
        params: { conversation: row.payment_id === null ? caseId : '' },
        about: aboutOf(row),
      })
      afterCommit(tx, () => live.publish(row.player_id, { type: 'notice', text: textOf('help_answered', {}) }))
      return {}
    })
    if (replayed) return undefined
    return close
      ? { action: 'help.close', text: `Answered and closed the case ${caseId}` }
      : { action: 'help.answer', text: `Answered the case ${caseId}` }
  })
}

export const closeCase = (parts: HelpParts, caseId: string, by: StaffSession) =>
  changeCase(parts, caseId, by, async (tx, row, now) => {
    await setState(tx, row, 'closed', now)
    return { action: 'help.close', text: `Closed the case ${caseId}` }
  })

/** Reopens a closed case. @throws Refusal `not_found`, `case_not_closed` */
export const reopenCase = (parts: HelpParts, caseId: string, by: StaffSession, reason: string) =>
  changeCase(parts, caseId, by, async (tx, row, now) => {
    if (row.state !== 'closed') throw new Refusal('case_not_closed')
    await setState(tx, row, 'waiting', now)
    return { action: 'help.reopen', text: `Reopened the case ${caseId}: ${reason}` }
  })
