import { maxMessagesWaiting, type HelpCase, type HelpCategory } from '@dhow/contract/help'
import type { Db } from '../../platform/db/index.ts'
import type { PlayerSession, UploadedFile } from '../../platform/http/call.ts'
import { repeatable } from '../../platform/http/repeatable.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { writeInto } from './ask-help.ts'
import { caseReplies } from './case-replies.ts'
import { addComplaint } from './complaints.ts'
import { cursorOf } from './cursors.ts'
import type { HelpParts } from './parts.ts'
import { receivePicture } from './pictures.ts'
import { findCase, findConversations, holdCase } from './store.ts'

const listPage = 20
/** Conversations of a player that may wait for an answer. */
const maxWaiting = maxMessagesWaiting
const opened = { name: 'help_opened', windowS: 86_400, most: 40 } as const
const written = { name: 'help_written', windowS: 3_600, most: 60 } as const

export interface Written {
  text: string
  file: UploadedFile | undefined
  key: string | undefined
}

/** A player's conversations, by their last message, newest first. */
export async function listConversations(parts: HelpParts, playerId: string, cursor: string | undefined) {
  const found = await findConversations(parts.platform.db.kysely, playerId, listPage, cursor)
  const rows = found.slice(0, listPage)
  const last = rows.at(-1)
  return {
    conversations: await caseReplies(parts, rows),
    next_cursor: found.length > listPage && last ? cursorOf(last, last.updated_at) : null,
  }
}

/** @throws Refusal `not_found` for others */
export async function readConversation(parts: HelpParts, caseId: string, playerId: string): Promise<HelpCase> {
  const row = await findCase(parts.platform.db.kysely, caseId)
  if (row?.player_id !== playerId) throw new Refusal('not_found')
  return required((await caseReplies(parts, [row]))[0], 'reply of the case')
}

/**
 * Opens a conversation; one of the category `complaint` gets its number at once.
 * @throws Refusal `help_waiting`, `too_many_requests`, `key_changed`, and `proof_unreadable` under its field
 */
export async function openConversation(
  parts: HelpParts,
  { playerId, market }: PlayerSession,
  { category, text, file, key }: Written & { category: HelpCategory },
): Promise<HelpCase> {
  const {
    platform: { db, clock, id },
    attempts,
  } = parts
  await attempts.reserve([{ rule: opened, subject: playerId }], 'too_many_requests')
  const picture = file && (await receivePicture(parts, file))
  const content = [category, text, picture?.sha256 ?? null]
  const { reply } = await db.transaction((tx) =>
    repeatable(tx, { operation: 'openConversation', playerId, key, content }, async () => {
      if ((await countWaiting(tx, playerId)) >= maxWaiting) throw new Refusal('help_waiting')
      const now = clock.now()
      const caseId = id('hlp')
      const row = { id: caseId, player_id: playerId, payment_id: null, category, state: 'waiting' } as const
      await tx
        .insertInto('help.help_case')
        .values({ ...row, opened_at: now, updated_at: now, waiting_since: now })
        .execute()
      const held = required(await holdCase(tx, caseId), 'new case')
      await writeInto(parts, tx, held, { text, picture: picture?.file })
      if (category === 'complaint') await addComplaint(tx, { caseId, market, at: now, operatorId: null })
      return { id: caseId }
    }),
  )
  return readConversation(parts, reply.id, playerId)
}

/**
 * Adds a message to a conversation.
 * @throws Refusal `not_found`, `help_waiting`, `too_many_requests`, `key_changed`, and `proof_unreadable` under its
 * field
 */
export async function writeMessage(
  parts: HelpParts,
  { playerId }: PlayerSession,
  caseId: string,
  { text, file, key }: Written,
): Promise<HelpCase> {
  const {
    platform: { db },
    attempts,
  } = parts
  await readConversation(parts, caseId, playerId)
  await attempts.reserve([{ rule: written, subject: playerId }], 'too_many_requests')
  const picture = file && (await receivePicture(parts, file))
  const content = [caseId, text, picture?.sha256 ?? null]
  await db.transaction((tx) =>
    repeatable(tx, { operation: 'writeMessage', playerId, key, content }, async () => {
      const row = required(await holdCase(tx, caseId), 'case of the player')
      await writeInto(parts, tx, row, { text, picture: picture?.file })
      return {}
    }),
  )
  return readConversation(parts, caseId, playerId)
}

async function countWaiting(db: Db, playerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('help.help_case')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('player_id', '=', playerId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(count)
}
