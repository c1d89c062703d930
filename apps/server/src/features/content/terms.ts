import type { ContentLanguage } from '@dhow/contract/content'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import type { ContentParts } from './parts.ts'
import { liveFor } from './store.ts'

/** Versions accepted by a player, newest first. */
export async function acceptedBy({ platform: { db } }: ContentParts, playerId: string) {
  const rows = await db.kysely
    .selectFrom('content.acceptance as acceptance')
    .innerJoin('content.version as version', 'version.id', 'acceptance.version_id')
    .innerJoin('content.item as item', 'item.id', 'version.item_id')
    .select(['version.id', 'version.number', 'version.title', 'item.market', 'item.language'])
    .select(['acceptance.hash', 'acceptance.accepted_at'])
    .where('acceptance.player_id', '=', playerId)
    .orderBy('acceptance.accepted_at', 'desc')
    .limit(500)
    .execute()
  return rows.map(({ id, hash, accepted_at, ...row }) => ({
    ...row,
    version: id,
    hash: hash.toString('hex'),
    accepted_at: accepted_at.toISOString(),
  }))
}

/** Live binding terms for a player's market and language, unless accepted. */
export async function termsToAccept(
  { platform: { db, clock } }: ContentParts,
  { playerId, market }: PlayerSession,
  language: ContentLanguage,
) {
  const now = clock.now()
  const [live] = await liveFor(db.kysely, { market, language }, now, { kinds: ['page'], name: 'terms' })
  if (!live?.version.binding) return null
  const { id, hash, title } = live.version
  const accepted = await db.kysely
    .selectFrom('content.acceptance')
    .select('version_id')
    .where('player_id', '=', playerId)
    .where('version_id', '=', id)
    .executeTakeFirst()
  return accepted ? null : { version: id, hash: required(hash, 'hash of a published version').toString('hex'), title }
}

/** Accepts the version that a player read; the time of the first acceptance is kept. @throws Refusal `terms_changed` */
export async function accept(
  { platform: { db, clock } }: ContentParts,
  { playerId, market }: PlayerSession,
  accepted: { version: string; hash: string },
): Promise<string> {
  const now = clock.now()
  const inLanguages = await Promise.all(
    (['en', 'hi', 'af'] as const).map((language) =>
      liveFor(db.kysely, { market, language }, now, { kinds: ['page'], name: 'terms' }),
    ),
  )
  const live = inLanguages.flat().find(({ version }) => version.id === accepted.version)
  const hash = live?.version.hash
  if (!hash || hash.toString('hex') !== accepted.hash) throw new Refusal('terms_changed')
  return db.transaction(async (tx) => {
    await tx
      .insertInto('content.acceptance')
      .values({ player_id: playerId, version_id: accepted.version, hash, accepted_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await tx
      .selectFrom('content.acceptance')
      .select('accepted_at')
      .where('player_id', '=', playerId)
      .where('version_id', '=', accepted.version)
      .executeTakeFirstOrThrow()
    return row.accepted_at.toISOString()
  })
}
