import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import { listed, portalReply, type ListParts } from './listed-games.ts'
import { hasWords } from './search.ts'
import { similarGames } from './similar-games.ts'
import { gameColumns } from './tables.ts'

export interface GameQuery {
  category?: string | undefined
  provider?: string | undefined
  q?: string | undefined
  market?: Market | undefined
  cursor?: string | undefined
  limit?: number | undefined
  /** `hide` omits the games of the sandbox's own providers. */
  sandbox?: 'hide' | 'show' | undefined
}

/** Games of a list, before the search. */
function narrowed({ db, sandboxCodes }: ListParts, query: GameQuery) {
  let filtered = listed(db.kysely)
  const { category } = query
  if (category && category !== 'all')
    filtered = filtered.where((eb) => eb(eb.val(category), '=', eb.fn.any('catalog.game.categories')))
  if (query.provider) filtered = filtered.where('provider.code', '=', query.provider)
  if (query.market) filtered = filtered.where(sql<boolean>`${query.market} = any (game.markets)`)
  if (query.sandbox === 'hide') filtered = filtered.where('provider.code', 'not in', ['', ...sandboxCodes()])
  return filtered
}

/** Games by category, provider and words in the name. */
export async function listGames(parts: ListParts, query: GameQuery) {
  const limit = query.limit ?? 60
  let filtered = narrowed(parts, query)
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
  if (rows.length === 0 && words !== '' && id === undefined) return listSimilar(parts, query, words)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    games: page.map((row) => portalReply(parts, row, row.provider_name)),
    next_cursor: rows.length > limit && last ? `${last.rank}:${last.position}:${last.id}` : null,
    total: Number(total),
  }
}

/** Similar names in one page, if no name contains the words. */
async function listSimilar(parts: ListParts, query: GameQuery, words: string) {
  const ids = await similarGames(parts.db, narrowed(parts, query), words)
  const rows = await listed(parts.db.kysely)
    .select([...gameColumns, 'provider.name as provider_name'])
    .where('catalog.game.id', 'in', ['', ...ids])
    .execute()
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return {
    games: rows.map((row) => portalReply(parts, row, row.provider_name)),
    next_cursor: null,
    total: rows.length,
    ...(rows.length > 0 ? { is_similar: true } : {}),
  }
}

/** Providers of the listed games, by name. */
export async function listProviders({ db, providers }: Pick<ListParts, 'db' | 'providers'>, without: string[] = []) {
  const rows = await listed(db.kysely)
    .where('provider.code', 'not in', ['', ...without])
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
