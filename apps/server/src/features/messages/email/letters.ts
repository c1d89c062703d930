import { emailFrames, renderLetter, type EmailLetter, type EmailTextParams } from '@dhow/contract/email-texts'
import type { MessageLanguage } from '@dhow/contract/message-texts'
import { fieldsOf } from '@dhow/contract/records'
import type { Tx } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { retryAfterMs } from '../deliveries/rules.ts'
import type { MessageParts } from '../index.ts'
import type { HandOver } from './mail-server.ts'
import { writeEmail } from './write-email.ts'

const leaseMs = 60_000
const atOnce = 20
const sealUse = 'letter to an e-mail address'
/** Content of a finished letter. */
const nothing = Buffer.alloc(0)

interface Content {
  to: string
  language: MessageLanguage
  subject: string
  text: string
}

interface NewLetter<Kind extends EmailLetter> {
  playerId: string
  purpose: Kind
  params: EmailTextParams[Kind]
  to: string
  language: MessageLanguage
  expiresAt: Date
  /** Claim of the address whose code it contains. */
  claimId?: string
}

/** Stores a letter in the caller's transaction; the job sends it. */
export async function queueLetter<Kind extends EmailLetter>(
  { platform: { id, clock }, secrets }: MessageParts,
  tx: Tx,
  { playerId, purpose, params, to, language, expiresAt, claimId }: NewLetter<Kind>,
): Promise<void> {
  const content: Content = { to, language, ...renderLetter(purpose, params, language) }
  const now = clock.now()
  await tx
    .insertInto('messages.email_letter')
    .values({
      ...{ id: id('eml'), player_id: playerId, purpose, claim_id: claimId ?? null },
      sealed: secrets.seal(sealUse, JSON.stringify(content)),
      ...{ reason: null, created_at: now, next_at: now, expires_at: expiresAt, ended_at: null },
    })
    .execute()
}

/** Sends due letters; several servers share them row by row. */
export async function sendLetters(parts: MessageParts, handOver: HandOver): Promise<void> {
  for (;;) {
    const due = await claimLetters(parts)
    await Promise.all(
      due.map((letter) =>
        sendOne(parts, handOver, letter).catch((error: unknown) =>
          parts.platform.log.error({ err: error, letter: letter.id }, 'an e-mail failed and will be retried'),
        ),
      ),
    )
    if (due.length < atOnce) return
  }
}

type DueLetter = Awaited<ReturnType<typeof claimLetters>>[number]

async function claimLetters({ platform: { db, clock } }: MessageParts) {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const lease = new Date(now.getTime() + leaseMs)
    const due = await tx
      .selectFrom('messages.email_letter')
      .select(['id', 'claim_id', 'sealed', 'expires_at', 'tries'])
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = due.map(({ id }) => id)
    if (ids.length > 0)
      await tx.updateTable('messages.email_letter').set({ next_at: lease }).where('id', 'in', ids).execute()
    return due.map((letter) => ({ ...letter, lease }))
  })
}

async function sendOne(parts: MessageParts, handOver: HandOver, letter: DueLetter): Promise<void> {
  const { platform, secrets } = parts
  if (letter.expires_at <= platform.clock.now()) return end(parts, letter, 'expired')
  const { to, language, subject, text } = contentOf(secrets, letter.sealed)
  const { never } = emailFrames[language]
  const bodies = writeEmail({ language, text: `${text}\n${never}`, links: [] })
  const handed = await handOver({ id: letter.id, to, subject, ...bodies })
  if (handed !== 'later') return end(parts, letter, handed === 'accepted' ? null : handed)
  const nextAt = new Date(platform.clock.now().getTime() + retryAfterMs(letter.tries))
  await platform.db.kysely
    .updateTable('messages.email_letter')
    .set({ next_at: nextAt, tries: letter.tries + 1 })
    .where('id', '=', letter.id)
    .where('next_at', '=', letter.lease)
    .execute()
}

async function end(parts: MessageParts, letter: DueLetter, reason: string | null) {
  const now = parts.platform.clock.now()
  await parts.platform.db.transaction(async (tx) => {
    const written = await tx
      .updateTable('messages.email_letter')
      .set({ state: reason === null ? 'sent' : 'failed', reason, next_at: null, ended_at: now, sealed: nothing })
      .where('id', '=', letter.id)
      .where('next_at', '=', letter.lease)
      .returning('id')
      .executeTakeFirst()
    if (written && reason === 'unknown_mailbox' && letter.claim_id !== null) await failClaim(parts, tx, letter.claim_id)
  })
}

/** Records that the address waiting for a code does not exist. */
export const failClaim = ({ platform: { clock } }: Pick<MessageParts, 'platform'>, tx: Tx, claimId: string) =>
  tx
    .updateTable('messages.email_claim')
    .set({ failed_at: clock.now() })
    .where('id', '=', claimId)
    .where('failed_at', 'is', null)
    .execute()

function contentOf(secrets: Secrets, sealed: Buffer): Content {
  const { to, language, subject, text } = fieldsOf(JSON.parse(secrets.open(sealUse, Buffer.from(sealed))))
  return {
    ...{ to: String(to), subject: String(subject), text: String(text) },
    language: language === 'hi' || language === 'af' ? language : 'en',
  }
}

/**
 * Letters to a player's addresses, for the player, newest first: purpose, times and end; neither address nor code. One
 * that notified another player appears as the requested code.
 */
export async function listLetters({ platform: { db } }: MessageParts, playerId: string) {
  const rows = await db.kysely
    .selectFrom('messages.email_letter')
    .select(['id', 'purpose', 'state', 'reason', 'created_at', 'ended_at'])
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(1_000)
    .execute()
  return rows.map(({ purpose, created_at, ended_at, ...row }) => ({
    ...row,
    purpose: purpose === 'taken' ? ('code' as const) : purpose,
    created_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }))
}
