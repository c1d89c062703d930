import type { ContentLanguage } from '@dhow/contract/content'
import type { LobbyShelf } from '@dhow/contract/lobby'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import { listProviders } from './list-games.ts'
import { listed, newDays, portalReply, type ListParts } from './listed-games.ts'
import type { GameRow } from './tables.ts'

/** Shelves in order. */
const shelves = ['crash', 'live', 'turbo', 'card'] as const
/** A game of several kinds is shown on the first of these. */
const precedence = ['crash', 'live', 'card', 'turbo'] as const
const gamesOfShelf = 18

/** The lobby's shelves, the same for every player, and the operator's content for this one. The sandbox's invented games have their own list. */
export async function listLobby(
  parts: ListParts,
  {
    market,
    language = 'en',
    playerId,
    preview,
  }: { market?: Market | undefined; language?: ContentLanguage; playerId?: string | undefined; preview?: string },
) {
  const hidden = parts.sandboxCodes()
  const { rows } = await sql<GameRow & { shelf: LobbyShelf['code']; provider_name: string }>`
    with wanted as (
      select code, place from unnest(${[...shelves]}::text[]) with ordinality as shelf (code, place)
    )
    select wanted.code as shelf, found.*, provider.name as provider_name
    from wanted
    cross join lateral (
      select game.* from catalog.game game
      where game.enabled and game.withdrawn_at is null and game.categories @> array[wanted.code]
        and game.provider_code <> all (${hidden}::text[])
        and (${market ?? null}::text is null or ${market ?? null} = any (game.markets))
      order by game.position, game.id limit ${gamesOfShelf * shelves.length}
    ) found
    join catalog.game_provider provider on provider.code = found.provider_code and provider.enabled
    union all
    select 'new', found.*, provider.name
    from (
      select game.* from catalog.game game
      where game.enabled and game.withdrawn_at is null and game.added_at > ${parts.clock.now()}::timestamptz - make_interval(days => ${newDays})
        and game.provider_code <> all (${hidden}::text[])
        and (${market ?? null}::text is null or ${market ?? null} = any (game.markets))
      order by game.added_at desc, game.id limit ${gamesOfShelf}
    ) found
    join catalog.game_provider provider on provider.code = found.provider_code and provider.enabled`.execute(
    parts.db.kysely,
  )
  const shelfOf = new Map<string, LobbyShelf['code']>()
  for (const code of precedence)
    for (const { id, shelf } of rows) if (shelf === code && !shelfOf.has(id)) shelfOf.set(id, code)
  const filled = [...shelves, 'new' as const].map((code) => ({
    code,
    games: rows
      .filter(({ id, shelf }) => shelf === code && (code === 'new' || shelfOf.get(id) === code))
      .sort((a, b) => (code === 'new' ? 0 : a.position - b.position))
      .slice(0, gamesOfShelf)
      .map((row) => portalReply(parts, row, row.provider_name)),
  }))
  const { rows: chosen, ...own } = await parts.contentOf({ market, language, playerId }, preview)
  const hasTournaments = await parts.hasTournaments(market)
  return {
    ...(hasTournaments ? { tournaments: true as const } : {}),
    own: { ...own, rows: await fillRows(parts, chosen, market) },
    shelves: filled.filter(({ games }) => games.length > 0),
    providers: await listProviders(parts, hidden),
  }
}

/** The operator's rows with those of their games that are offered now; empty rows are omitted. */
async function fillRows(
  parts: ListParts,
  rows: readonly { id: string; title: string; games: readonly string[] }[],
  market: Market | undefined,
) {
  const slugs = [...new Set(rows.flatMap(({ games }) => games))]
  if (slugs.length === 0) return []
  const found = await listed(parts.db.kysely)
    .selectAll('catalog.game')
    .select('provider.name as provider_name')
    .where('slug', 'in', slugs)
    .execute()
  const offered = found.filter(({ markets }) => market === undefined || markets.includes(market))
  return rows.flatMap(({ id, title, games }) => {
    const own = games.flatMap((slug) => offered.filter((game) => game.slug === slug))
    const filled = own.map((game) => portalReply(parts, game, game.provider_name))
    return filled.length === 0 ? [] : [{ id, title, games: filled }]
  })
}
