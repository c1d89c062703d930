import { sql } from 'kysely'
import type { Game } from '@dhow/contract/catalog'
import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import type { Platform } from '../../platform/platform.ts'
import { openFavourites } from './favourites.ts'
import { openImports } from './import-games.ts'
import type { SignFeed } from './parts.ts'
import { openProviders } from './providers.ts'
import { seedGames } from './seed-games.ts'
import { openStaffGames, type Audit } from './staff-games.ts'
import { gameColumns, type GameRow, type ProviderRow } from './tables.ts'

export { drawTile } from './draw-tile.ts'
export { sandboxProviders } from './seed-games.ts'
export { studioCode } from './studio-games.ts'
export type { GameRow, ImportRow, ProviderRow } from './tables.ts'
const rememberedAtMost = 20_000

export type Catalog = Awaited<ReturnType<typeof openCatalog>>

export interface GameQuery {
  category?: string | undefined
  provider?: string | undefined
  q?: string | undefined
  market?: Market | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** Games and their providers, in the operator's order. `signFeed` signs what is asked of a provider's feed. */
export async function openCatalog(platform: Platform, parts: { audit: Audit; signFeed: SignFeed }) {
  const { db } = platform
  await seedGames(platform)
  const providers = await openProviders(platform)
  const imports = openImports(platform, providers, parts.signFeed)
  const codes = new Map<string, string>()

  const listed = () =>
    db.kysely
      .selectFrom('catalog.game')
      .innerJoin('catalog.game_provider as provider', 'provider.code', 'catalog.game.provider_code')
      .where('catalog.game.enabled', '=', true)
      .where('provider.enabled', '=', true)
      .where('catalog.game.withdrawn_at', 'is', null)

  async function find(slug: string): Promise<{ game: GameRow; provider: ProviderRow } | undefined> {
    const game = await db.kysely
      .selectFrom('catalog.game')
      .select([...gameColumns])
      .where('slug', '=', slug)
      .executeTakeFirst()
    if (!game) return undefined
    const provider = providers.get(game.provider_code)
    return provider && { game, provider }
  }

  /** A game as the portal shows it; it says where its provider does not answer. */
  const reply = (row: GameRow, providerName: string): Game => ({
    ...gameReply(row, providerName),
    ...(providers.isDown(row.provider_code) ? { down: true } : {}),
  })

  return {
    /** Games by category, provider and words in the name. */
    async games(query: GameQuery) {
      const limit = query.limit ?? 60
      let filtered = listed()
      if (query.category && query.category !== 'all')
        filtered = filtered.where((eb) => eb(eb.val(query.category!), '=', eb.fn.any('catalog.game.categories')))
      if (query.provider) filtered = filtered.where('provider.code', '=', query.provider)
      if (query.market) filtered = filtered.where(sql<boolean>`${query.market} = any (game.markets)`)
      const words = query.q?.trim() ?? ''
      if (words !== '')
        filtered = filtered.where(
          sql<boolean>`game.grams @> catalog.game_query_grams(${words}) and game.words like all (catalog.game_query_patterns(${words}))
            and cardinality(catalog.game_query_patterns(${words})) > 0`,
        )
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
      const after = query.cursor && /^([01]):(\d{1,9}):(.{1,100})$/.exec(query.cursor)
      if (after)
        paged = paged.where(
          sql<boolean>`(${rank}, game.position, game.id) > (${Number(after[1])}::int, ${Number(after[2])}::int, ${after[3]!}::text)`,
        )
      const rows = await paged.execute()
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return {
        games: page.map((row) => reply(row, row.provider_name)),
        next_cursor: rows.length > limit && last ? `${last.rank}:${last.position}:${last.id}` : null,
        total: Number(total),
      }
    },

    find,
    reply,
    staffGames: openStaffGames(platform, parts.audit),
    favourites: openFavourites(platform, find),
    imports,
    provider: providers,

    /** The catalogue's id of what a provider calls a game. */
    async gameIdOf(provider: string, code: string): Promise<string | undefined> {
      const known = `${provider}\n${code}`
      const before = codes.get(known)
      if (before !== undefined) return before
      const row = await db.kysely
        .selectFrom('catalog.game')
        .select('id')
        .where('provider_code', '=', provider)
        .where('code', '=', code)
        .executeTakeFirst()
      if (row && codes.size < rememberedAtMost) codes.set(known, row.id)
      return row?.id
    },

    gameCodeOf: async (gameId: string): Promise<string | undefined> =>
      (await db.kysely.selectFrom('catalog.game').select('code').where('id', '=', gameId).executeTakeFirst())?.code,

    async providers() {
      const rows = await listed()
        .select((eb) => ['provider.code', 'provider.name', 'provider.logo', eb.fn.countAll<bigint>().as('games')])
        .groupBy(['provider.code', 'provider.name', 'provider.logo'])
        .orderBy('provider.name')
        .execute()
      return rows.map((row) => ({
        ...row,
        games: Number(row.games),
        ...(providers.isDown(row.code) ? { down: true } : {}),
      }))
    },

    async close() {
      await imports.close()
      await providers.close()
    },
  }
}

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
