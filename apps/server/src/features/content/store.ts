import type { ContentKind, ContentLanguage } from '@dhow/contract/content'
import type { Market } from '@dhow/contract/shapes'
import type { Db, Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findLatestBegun, hasEnded } from './rules.ts'
import type { ItemRow, VersionRow } from './tables.ts'

/** @throws Refusal `not_found` */
export async function findItem(db: Db, itemId: string): Promise<ItemRow> {
  const row = await db.selectFrom('content.item').selectAll().where('id', '=', itemId).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/**
 * Reads and locks the item until the transaction ends, so that its versions do not change. @throws Refusal `not_found`
 */
export async function lockItem(tx: Tx, itemId: string): Promise<ItemRow> {
  const row = await tx.selectFrom('content.item').selectAll().where('id', '=', itemId).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Versions of an item, newest first. */
export const listVersions = (db: Db, itemId: string): Promise<VersionRow[]> =>
  db.selectFrom('content.version').selectAll().where('item_id', '=', itemId).orderBy('number', 'desc').execute()

export const findVersion = (db: Db, versionId: string): Promise<VersionRow | undefined> =>
  db.selectFrom('content.version').selectAll().where('id', '=', versionId).executeTakeFirst()

export interface Live {
  item: ItemRow
  version: VersionRow
}

/** The reader's market and language, which select one of several items of a place. */
export interface Reader {
  market: Market | undefined
  language: ContentLanguage
}

interface Wanted {
  kinds: readonly ContentKind[]
  name?: string
}

/**
 * Live versions for a reader, newest start first: one for each place, preferring the reader's market over all markets,
 * and their language over English. A place without any has none, and those of segments are left out.
 */
export const liveFor = async (db: Db, reader: Reader, now: Date, where: Wanted): Promise<Live[]> =>
  chosen(await liveOf(db, reader, now, where), reader.language)

/** All live versions for a reader's market and language, and for English, including those of segments. */
export async function liveOf(db: Db, { market, language }: Reader, now: Date, where: Wanted): Promise<Live[]> {
  let query = db
    .selectFrom('content.item')
    .selectAll()
    .where('kind', 'in', where.kinds)
    .where('language', 'in', [...new Set([language, 'en' as const])])
    .where((eb) => eb.or([eb('market', 'is', null), ...(market === undefined ? [] : [eb('market', '=', market)])]))
  if (where.name !== undefined) query = query.where('name', '=', where.name)
  const items = await query.execute()
  if (items.length === 0) return []
  const versions = await db
    .selectFrom('content.version')
    .selectAll()
    .where(
      'item_id',
      'in',
      items.map(({ id }) => id),
    )
    .where('live_from', '<=', now)
    .execute()
  return items.flatMap((item) => {
    const version = findLatestBegun(
      versions.filter(({ item_id: of }) => of === item.id),
      now,
    )
    return version && !hasEnded(version, now) ? [{ item, version }] : []
  })
}

/** One version for each place, preferring the reader's segments, then language and market; newest start first. */
export function chosen(
  all: readonly Live[],
  language: ContentLanguage,
  segments: ReadonlySet<string> = new Set(),
): Live[] {
  const live = all.filter(({ item: { segment } }) => segment === null || segments.has(segment))
  const rank = ({ item }: Live) =>
    (item.segment === null ? 4 : 0) + (item.language === language ? 0 : 2) + (item.market === null ? 1 : 0)
  const places = new Map<string, Live>()
  for (const one of live.toSorted((a, b) => rank(a) - rank(b))) {
    const place = `${one.item.kind} ${one.item.name}`
    if (!places.has(place)) places.set(place, one)
  }
  const startOf = ({ version }: Live) => version.live_from?.getTime() ?? 0
  return [...places.values()].toSorted((a, b) => startOf(b) - startOf(a) || (a.version.id < b.version.id ? 1 : -1))
}
