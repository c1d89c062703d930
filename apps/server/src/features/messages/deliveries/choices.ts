import type { BodyOf } from '@dhow/contract/operation'
import type { setChannels } from '@dhow/contract/deliveries'
import type { Db } from '../../../platform/db/index.ts'
import { readEmail } from '../email/addresses.ts'
import type { MessageParts } from '../index.ts'

const everything = { sms: true, email: true, push: true, push_sums: false, email_sums: false }
export type ChannelChoice = typeof everything

/** Channels that a player chose; default: all. */
export async function readChoice(reader: Db, playerId: string): Promise<ChannelChoice> {
  const row = await reader
    .selectFrom('messages.channel_choice')
    .select(['sms', 'email', 'push', 'push_sums', 'email_sums'])
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return row ?? everything
}

/** Channels and consent to offers for the player's screen. */
export async function readChannels(parts: MessageParts, playerId: string) {
  const [channels, email, consent] = await Promise.all([
    readChoice(parts.platform.db.kysely, playerId),
    readEmail(parts, playerId),
    parts.accounts.preferences.offerConsent(playerId),
  ])
  return { channels, email, offers: { allowed: consent?.given ?? false, since: consent?.at.toISOString() ?? null } }
}

/** Changes only the named channels; concurrent changes of different ones are both kept. */
export async function changeChannels(
  parts: MessageParts,
  playerId: string,
  { offers, ...channels }: BodyOf<typeof setChannels>,
) {
  const { db, clock } = parts.platform
  const named = Object.fromEntries(Object.entries(channels).filter(([, value]) => value !== undefined))
  await db.transaction(async (tx) => {
    const change = { ...named, changed_at: clock.now() }
    await tx
      .insertInto('messages.channel_choice')
      .values({ player_id: playerId, ...change })
      .onConflict((conflict) => conflict.column('player_id').doUpdateSet(change))
      .execute()
    if (offers !== undefined) await parts.accounts.preferences.setOffers(tx, playerId, offers)
  })
  return readChannels(parts, playerId)
}
