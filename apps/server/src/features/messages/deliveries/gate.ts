import { isExempt, type SkipReason } from '@dhow/contract/deliveries'
import type { Tx } from '../../../platform/db/index.ts'
import { dayIn, markets } from '../../portal/index.ts'
import type { MessageParts } from '../index.ts'
import { readChoice } from './choices.ts'
import type { DueDelivery } from './claim-due.ts'
import { lifetimeMs, operatorSubject, quietUntil } from './rules.ts'

export type Verdict = { go: true } | { skip: SkipReason } | { waitUntil: Date }

/**
 * Decides whether a delivery is sent now, is skipped, or waits for the end of the quiet hours. A delivery that may be
 * sent counts once in the day's caps, however often it is tried.
 */
export async function gate(parts: MessageParts, due: DueDelivery): Promise<Verdict> {
  const { platform, portal } = parts
  const now = platform.clock.now()
  const from = due.retried_at ?? due.created_at
  if (now.getTime() - from.getTime() > lifetimeMs) return { skip: 'too_late' }
  const reason = await refusedBecause(parts, due)
  if (reason) return { skip: reason }
  if (isExempt(due.class)) return { go: true }
  const { quiet } = portal.settings().messaging
  const waitUntil = quietUntil(now, markets[due.market].timezone, quiet[due.market])
  if (waitUntil) return { waitUntil }
  return due.counted_on === null ? count(parts, due) : { go: true }
}

/** Current channel choice and consent, which may have changed since the message was written. */
async function refusedBecause(parts: MessageParts, due: DueDelivery): Promise<SkipReason | undefined> {
  const { db } = parts.platform
  const { channel, player_id: playerId } = due
  if (channel !== 'inbox' && due.class !== 'security' && !(await readChoice(db.kysely, playerId))[channel])
    return 'switched_off'
  if (due.class !== 'advertising') return undefined
  const refusal = await reasonAgainstOffers(parts, playerId)
  return refusal && { offers_not_wanted: 'no_consent' as const, offers_forbidden: 'forbidden' as const }[refusal]
}

/** Why a player gets no advertising: no consent, or a break, exclusion, block or suspension; undefined if allowed. */
export async function reasonAgainstOffers({ accounts, mayGetOffers }: MessageParts, playerId: string) {
  const consent = await accounts.preferences.offerConsent(playerId)
  if (!consent?.given) return 'offers_not_wanted'
  return (await mayGetOffers(playerId)) ? undefined : 'offers_forbidden'
}

async function count({ platform: { db, clock }, portal }: MessageParts, due: DueDelivery): Promise<Verdict> {
  const { player_a_day: playerCap, operator_a_day: operatorCap } = portal.settings().messaging
  const day = dayIn(markets[due.market].timezone, clock.now())
  return db
    .transaction(async (tx): Promise<Verdict> => {
      if (!(await addOne(tx, due.player_id, day, playerCap))) return { skip: 'player_cap' }
      if (!(await addOne(tx, operatorSubject(due.market), day, operatorCap))) throw new OperatorCap()
      await tx
        .updateTable('messages.delivery')
        .set({ counted_on: day })
        .where('message_id', '=', due.message_id)
        .where('channel', '=', due.channel)
        .execute()
      return { go: true }
    })
    .catch((error: unknown): Verdict => {
      if (error instanceof OperatorCap) return { skip: 'operator_cap' }
      throw error
    })
}

/** Rolls back the count of the player's own cap. */
class OperatorCap extends Error {}

/** Increments unless the cap is reached; concurrent servers wait for each other's row. */
async function addOne(tx: Tx, subject: string, day: string, cap: number): Promise<boolean> {
  if (cap < 1) return false
  const row = await tx
    .insertInto('messages.day_count')
    .values({ subject, day, sent: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'day'])
        .doUpdateSet((eb) => ({ sent: eb('messages.day_count.sent', '+', 1) }))
        .where('messages.day_count.sent', '<', cap),
    )
    .returning('sent')
    .executeTakeFirst()
  return row !== undefined
}
