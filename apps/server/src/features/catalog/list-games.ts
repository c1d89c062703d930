import type { Game } from '@dhow/contract/catalog'
import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Providers } from './providers.ts'
import { hasWords } from './search.ts'
import { gameColumns, type GameRow } from './tables.ts'

export interface GameQuery {
  category?: string | undefined
  provider?: string | undefined
  q?: string | undefined
  market?: Market | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

interface ListParts {
  db: Platform['db']
  providers: Providers
}

/** Games by category, provider and words in the name. */
export async function listGames({ db, providers }: ListParts, query: GameQuery) {
  const limit = query.limit ?? 60
  let filtered = listed(db.kysely)
  const { category } = query
  if (category && category !== 'all')
    filtered = filtered.where((eb) => eb(eb.val(category), '=', eb.fn.any('catalog.game.categories')))
  if (query.provider) filtered = filtered.where('provider.code', '=', query.provider)
  if (query.market) filtered = filtered.where(sql<boolean>`${query.market} = any (game.markets)`)
  const words = query.q?.trim() ?? ''
  if (words !== '') filtered = filtered.where(hasWords(words))
  // Titles that start with the typed text come first.
  const rank =
    words === ''
      ? sql<number>`0::int`
      : sql<number>`case when game.words like ' ' || catalog.game_words(${words}) || '%' then 0 else 1 end`
  const { total } = await filtered.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  let paged = filtered
    .select([...gameColumns, 'provider.name as provider_name', rank.as('rank')])
    .orderBy(rank)
    .orderBy('catalog.game.position')
    .orderBy('catalog.game.id')
    .limit(limit + 1)
  const [, ranked, position, id] = /^([01]):(\d{1,9}):(.{1,100})$/.exec(query.cursor ?? '') ?? []
  if (id !== undefined)
    paged = paged.where(
      sql<boolean>`(${rank}, game.position, game.id) > (${Number(ranked)}::int, ${Number(position)}::int, ${id}::text)`,
    )
  const rows = await paged.execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    games: page.map((row) => portalReply(providers, row, row.provider_name)),
    next_cursor: rows.length > limit && last ? `${last.rank}:${last.position}:${last.id}` : null,
    total: Number(total),
  }
}

/** Providers of the listed games, by name. */
export async function listProviders({ db, providers }: ListParts) {
  const rows = await listed(db.kysely)
    .select((eb) => ['provider.code', 'provider.name', 'provider.logo', eb.fn.countAll<bigint>().as('games')])
    .groupBy(['provider.code', 'provider.name', 'provider.logo'])
    .orderBy('provider.name')
    .execute()
  return rows.map((row) => ({
    ...row,
    games: Number(row.games),
    ...(providers.isDown(row.code) ? { down: true } : {}),
  }))
}

/** Games that players see. */
const listed = (reader: Db) =>
  reader
    .selectFrom('catalog.game')
    .innerJoin('catalog.game_provider as provider', 'provider.code', 'catalog.game.provider_code')
    .where('catalog.game.enabled', '=', true)
    .where('provider.enabled', '=', true)
    .where('catalog.game.withdrawn_at', 'is', null)

/** A game as the portal shows it, marked where its provider does not answer. */
export const portalReply = (providers: Providers, row: GameRow, providerName: string): Game => ({
  ...gameReply(row, providerName),
  ...(providers.isDown(row.provider_code) ? { down: true } : {}),
})

/** A game as staff and portal read it, without the state of its provider. */
export function gameReply(row: GameRow, providerName: string): Game {
  const decimal = (minor: bigint | null) => (minor === null ? null : formatDecimal(minor))
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    provider: row.provider_code,
    provider_name: providerName,
    categories: row.categories,
    tile: row.tile,
    rtp: row.rtp,
    min_stake: decimal(row.min_stake_minor),
    max_stake: decimal(row.max_stake_minor),
    demo: row.demo,
    enabled: row.enabled,
  }
}
