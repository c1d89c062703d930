import type { getGame } from '@dhow/contract/catalog'
import type { ReplyOf } from '@dhow/contract/operation'
import type { Market } from '@dhow/contract/shapes'
import { bind } from '../../platform/bind.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Content } from '../content/index.ts'
import { openFavourites } from './favourites.ts'
import { openImports } from './import-games.ts'
import { listGames, listProviders } from './list-games.ts'
import { portalReply } from './listed-games.ts'
import { listLobby } from './list-lobby.ts'
import { openLiveTables } from './live-tables.ts'
import type { SignFeed } from './parts.ts'
import { openProviders } from './providers.ts'
import { sandboxCodes } from './sandbox-codes.ts'
import { seedGames } from './seed-games.ts'
import { openStaffGames, type Audit } from './staff-games.ts'
import { gameColumns, type GameRow, type ProviderRow } from './tables.ts'

export { drawTile } from './draw-tile.ts'
export { gameReply } from './listed-games.ts'
export { sandboxProviders } from './seed-games.ts'
export { isFreeRoundGame, studioCode } from './studio-games.ts'
export type { GameRow, ImportRow, ProviderRow } from './tables.ts'
const maxRemembered = 20_000

export type Catalog = Awaited<ReturnType<typeof openCatalog>>

/** Games and their providers, in the operator's order. `signFeed` signs requests to a provider's feed. */
export async function openCatalog(
  platform: Platform,
  given: {
    audit: Audit
    signFeed: SignFeed
    contentOf: Content['lobby']
    hasTournaments: (market: Market | undefined) => Promise<boolean>
  },
) {
  const { db, clock, config } = platform
  await seedGames(platform)
  const providers = await openProviders(platform)
  const imports = openImports(platform, providers, given.signFeed)
  const parts = {
    db,
    clock,
    providers,
    contentOf: given.contentOf,
    hasTournaments: given.hasTournaments,
    sandboxCodes: () => sandboxCodes(providers, config.origins.sandbox),
  }
  const codes = new Map<string, string>()

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

  /** A game as its page shows it, with the address that prefetches its files, if its provider has one. */
  async function detail(slug: string): Promise<ReplyOf<typeof getGame>['game'] | undefined> {
    const found = await find(slug)
    if (!found) return undefined
    const { game, provider } = found
    const ahead = provider.ahead_url?.replace('{game}', game.slug)
    return { ...portalReply(parts, game, provider.name), ...(ahead === undefined ? {} : { ahead }) }
  }

  return {
    ...bind(parts, { games: listGames, lobby: listLobby }),
    providers: () => listProviders(parts),
    liveTables: openLiveTables(platform, providers),
    find,
    detail,
    reply: (row: GameRow, providerName: string) => portalReply(parts, row, providerName),
    staffGames: openStaffGames(platform, given.audit),
    favourites: openFavourites(platform, find),
    imports,
    provider: providers,

    /** The catalogue's id of a game by its provider's code. */
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
      if (row && codes.size < maxRemembered) codes.set(known, row.id)
      return row?.id
    },

    gameCodeOf: async (gameId: string): Promise<string | undefined> =>
      (await db.kysely.selectFrom('catalog.game').select('code').where('id', '=', gameId).executeTakeFirst())?.code,

    async close() {
      await imports.close()
      await providers.close()
    },
  }
}
