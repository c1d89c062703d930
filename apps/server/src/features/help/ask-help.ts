import { required } from '../../platform/required.ts'
import { messagesWaitingAtMost, type HelpCase } from '@dhow/contract/help'
import { repeatable } from '../../platform/http/repeatable.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { HelpParts } from './parts.ts'
import { addMessage, findCaseOf, findCasesOf, findMessages, holdCase, setState } from './store.ts'
import { refuseForeign } from './payment-of-case.ts'
import { caseReply } from './case-replies.ts'

/** Questions about a player's own payment. @throws Refusal `not_found` */
export async function readAbout(parts: HelpParts, paymentId: string, playerId: string): Promise<HelpCase | null> {
  const {
    platform: { db },
  } = parts
  await refuseForeign(parts, paymentId, playerId)
  const row = await findCaseOf(db.kysely, paymentId)
  return row ? caseReply(row, await findMessages(db.kysely, [row.id])) : null
}

/** Every case of a player, oldest first. */
export async function readOf({ platform: { db } }: HelpParts, playerId: string): Promise<HelpCase[]> {
  const rows = await findCasesOf(db.kysely, playerId)
  const messages = await findMessages(
    db.kysely,
    rows.map((row) => row.id),
  )
  return rows.map((row) =>
    caseReply(
      row,
      messages.filter((message) => message.case_id === row.id),
    ),
  )
}

/** Opens the case of a payment or writes on in it. @throws Refusal `not_found`, `help_waiting`, `key_changed` */
export async function askHelp(
  parts: HelpParts,
  paymentId: string,
  playerId: string,
  text: string,
  key: string | undefined,
): Promise<HelpCase> {
  const {
    platform: { db, clock, id },
  } = parts
  await refuseForeign(parts, paymentId, playerId)
  await db.transaction((tx) =>
    repeatable(tx, { operation: 'askForHelp', playerId, key, content: [paymentId, text] }, async () => {
      const now = clock.now()
      const made = { id: id('hlp'), player_id: playerId, payment_id: paymentId, state: 'waiting' } as const
      await tx
        .insertInto('help.help_case')
        .values({ ...made, opened_at: now, updated_at: now, waiting_since: now })
        .onConflict((conflict) => conflict.column('payment_id').doNothing())
        .execute()
      const found = required(await findCaseOf(tx, paymentId), 'case of the payment')
      const row = required(await holdCase(tx, found.id), 'case of the payment')
      const messages = await findMessages(tx, [row.id])
      const lastAnswer = messages.findLastIndex((message) => message.operator_id !== null)
      if (messages.length - 1 - lastAnswer >= messagesWaitingAtMost) throw new Refusal('help_waiting')
      await addMessage(tx, id, { caseId: row.id, at: now, operatorId: null, text })
      await setState(tx, row, 'waiting', now)
      return {}
    }),
  )
  return required(await readAbout(parts, paymentId, playerId), 'case of the payment')
}
