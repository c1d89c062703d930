import { sql } from 'kysely'
import type { Game } from '@dhow/contract/catalog'
import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import type { Platform } from '../../platform/platform.ts'
import { openFavourites } from './favourites.ts'
import { gameOfStudio, studioCode, studioGames } from './studio-games.ts'
import { gameColumns, type GameRow, type ProviderRow } from './tables.ts'

export { studioCode } from './studio-games.ts'
export type { GameRow, ProviderRow } from './tables.ts'
export type Catalog = Awaited<ReturnType<typeof openCatalog>>

export interface GameQuery {
  category?: string | undefined
  provider?: string | undefined
  q?: string | undefined
  market?: Market | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** Games and their providers, in the operator's order. */
export async function openCatalog(platform: Platform) {
  const { db, config } = platform
  await seedStudio()

  async function seedStudio() {
    const origin = config.origins.studio
    await db.kysely
      .insertInto('game_provider')
      .values({
        code: studioCode,
        name: 'Dhow Studio',
        adapter: 'house',
        launch_url: `${origin}/play`,
        proof_url: `${origin}/proof/{game}/{round}`,
        logo: null,
        enabled: true,
      })
      .onConflict((conflict) =>
        conflict
          .column('code')
          .doUpdateSet({ launch_url: `${origin}/play`, proof_url: `${origin}/proof/{game}/{round}` }),
      )
      .execute()
    await db.kysely
      .insertInto('game')
      .values(studioGames.map(gameOfStudio))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  const listed = () =>
    db.kysely
      .selectFrom('game')
      .innerJoin('game_provider as provider', 'provider.code', 'game.provider_code')
      .where('game.enabled', '=', true)
      .where('provider.enabled', '=', true)

  async function find(slug: string): Promise<{ game: GameRow; provider: ProviderRow } | undefined> {
    const game = await db.kysely
      .selectFrom('game')
      .select([...gameColumns])
      .where('slug', '=', slug)
      .executeTakeFirst()
    if (!game) return undefined
    const provider = await db.kysely
      .selectFrom('game_provider')
      .selectAll()
      .where('code', '=', game.provider_code)
      .executeTakeFirstOrThrow()
    return { game, provider }
  }

  return {
    /** Games by category, provider and words in the name. */
    async games(query: GameQuery) {
      const limit = query.limit ?? 60
      let filtered = listed()
      if (query.category && query.category !== 'all')
        filtered = filtered.where((eb) => eb(eb.val(query.category!), '=', eb.fn.any('game.categories')))
      if (query.provider) filtered = filtered.where('provider.code', '=', query.provider)
      if (query.market) filtered = filtered.where(sql<boolean>`${query.market} = any (game.markets)`)
      const words = query.q?.trim() ?? ''
      if (words !== '')
        filtered = filtered.where(
          sql<boolean>`game.grams @> game_query_grams(${words}) and game.words like all (game_query_patterns(${words}))
            and cardinality(game_query_patterns(${words})) > 0`,
        )
      // What starts as it was typed comes first.
      const rank =
        words === ''
          ? sql<number>`0::int`
          : sql<number>`case when game.words like ' ' || game_words(${words}) || '%' then 0 else 1 end`
      const { total } = await filtered.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
      let paged = filtered
        .select([...gameColumns, 'provider.name as provider_name', rank.as('rank')])
        .orderBy(rank)
        .orderBy('game.position')
        .orderBy('game.id')
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
        games: page.map((row) => gameReply(row, row.provider_name)),
        next_cursor: rows.length > limit && last ? `${last.rank}:${last.position}:${last.id}` : null,
        total: Number(total),
      }
    },

    find,
    favourites: openFavourites(platform, find),

    async providers() {
      const rows = await listed()
        .select((eb) => ['provider.code', 'provider.name', 'provider.logo', eb.fn.countAll<bigint>().as('games')])
        .groupBy(['provider.code', 'provider.name', 'provider.logo'])
        .orderBy('provider.name')
        .execute()
      return rows.map((row) => ({ ...row, games: Number(row.games) }))
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
