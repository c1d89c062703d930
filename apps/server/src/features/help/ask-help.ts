import { maxMessagesWaiting, type HelpCase } from '@dhow/contract/help'
import type { Tx } from '../../platform/db/index.ts'
import { repeatable } from '../../platform/http/repeatable.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { caseReplies } from './case-replies.ts'
import type { HelpParts } from './parts.ts'
import { refuseForeign } from './payment-of-case.ts'
import { addMessage, findCaseOf, findCasesOf, findMessages, holdCase, setState } from './store.ts'
import type { HelpCaseRow } from './tables.ts'

/** Questions about a player's own payment. @throws Refusal `not_found` */
export async function readAbout(parts: HelpParts, paymentId: string, playerId: string): Promise<HelpCase | null> {
  const {
    platform: { db },
  } = parts
  await refuseForeign(parts, paymentId, playerId)
  const row = await findCaseOf(db.kysely, paymentId)
  return row ? required((await caseReplies(parts, [row]))[0], 'reply of the case') : null
}

/** All cases of a player, oldest first. */
export async function readCases(parts: HelpParts, playerId: string): Promise<HelpCase[]> {
  return caseReplies(parts, await findCasesOf(parts.platform.db.kysely, playerId))
}

/** Adds a player's message to a locked case, which then waits for an answer. @throws Refusal `help_waiting` */
export async function writeInto(
  { platform: { clock, id } }: HelpParts,
  tx: Tx,
  row: HelpCaseRow,
  message: { text: string; picture?: string | undefined },
): Promise<void> {
  const now = clock.now()
  const messages = await findMessages(tx, [row.id])
  const lastAnswer = messages.findLastIndex(({ operator_id: operatorId }) => operatorId !== null)
  if (messages.length - 1 - lastAnswer >= maxMessagesWaiting) throw new Refusal('help_waiting')
  await addMessage(tx, id, { caseId: row.id, at: now, operatorId: null, ...message })
  await setState(tx, row, 'waiting', now)
}

/** Opens the case of a payment, or adds to it. @throws Refusal `not_found`, `help_waiting`, `key_changed` */
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
        .values({ ...made, category: 'payment', opened_at: now, updated_at: now, waiting_since: now })
        .onConflict((conflict) => conflict.column('payment_id').doNothing())
        .execute()
      const found = required(await findCaseOf(tx, paymentId), 'case of the payment')
      await writeInto(parts, tx, required(await holdCase(tx, found.id), 'case of the payment'), { text })
      return {}
    }),
  )
  return required(await readAbout(parts, paymentId, playerId), 'case of the payment')
}
