import * as z from './bounded.ts'
import { game, listedProvider } from './catalog.ts'
import { contentLanguage, lobbyBanner } from './content.ts'
import { operation } from './operation.ts'
import { market, success } from './shapes.ts'
import { tableResult } from './tables-now.ts'

export const lobbyShelf = z.object({ code: z.enum(['crash', 'live', 'turbo', 'card', 'new']), games: z.array(game) })
export type LobbyShelf = z.output<typeof lobbyShelf>

export const lobby = operation({
  name: 'lobby',
  method: 'GET',
  path: '/lobby',
  access: 'optional',
  offline: true,
  summary:
    'The shelves of the lobby, the providers, and the operator’s content for the player or for everybody. Each game appears once; the sandbox’s invented games do not.',
  query: z.object({ market: z.optional(market), language: z.optional(contentLanguage) }),
  reply: z.object({
    status: success,
    shelves: z.array(lobbyShelf),
    providers: z.array(listedProvider),
    /** Present if a tournament is running or coming. */
    tournaments: z.optional(z.literal(true)),
    /** The operator's notices, banners and rows of games; missing in answers of older servers. */
    own: z.optional(
      z.object({
        /** Whether players may get other content than this, which is for everybody. */
        by_player: z.optional(z.literal(true)),
        notices: z.array(z.object({ id: z.string(), text: z.string(), to: z.nullable(z.string()) })),
        banners: z.array(lobbyBanner),
        rows: z.array(z.object({ id: z.string(), title: z.string(), games: z.array(game) })),
      }),
    ),
  }),
  refusals: [],
})

export const liveTable = z.object({
  slug: z.string(),
  /** Milliseconds until betting closes; null during the round. */
  closes_in_ms: z.nullable(z.number()),
  /** Last results, newest first: short texts with a tone. */
  last: z.array(tableResult),
  /** Number of players with a stake in the round. */
  players: z.number(),
})
export type LiveTable = z.output<typeof liveTable>

export const liveTables = operation({
  name: 'liveTables',
  method: 'GET',
  path: '/live-tables',
  access: 'public',
  summary: 'Live state of the shared tables, as their providers report it; at most a second old.',
  reply: z.object({ status: success, tables: z.array(liveTable) }),
  refusals: [],
})

export const lobbyOperations = [lobby, liveTables]
