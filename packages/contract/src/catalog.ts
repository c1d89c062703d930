import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { amountReply, currency, historyQuery, instant, market, success, totals } from './shapes.ts'

export const catalogRefusals = {
  game_unavailable: { status: 409, sentence: 'This game is not available at the moment.' },
  play_blocked: { status: 403, sentence: 'Playing is switched off for this account.' },
} as const

export const game = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  provider: z.string(),
  provider_name: z.string(),
  categories: z.array(z.string()),
  /** Address of the tile picture. */
  tile: z.string(),
  rtp: z.nullable(z.string()),
  min_stake: z.nullable(amountReply),
  max_stake: z.nullable(amountReply),
  demo: z.boolean(),
  enabled: z.boolean(),
})
export type Game = z.output<typeof game>

export const games = operation({
  name: 'games',
  method: 'GET',
  path: '/games',
  access: 'optional',
  summary: 'Games by category, provider and words in the name, in the operator’s order.',
  query: z.object({
    category: z.optional(z.string().check(z.maxLength(40))),
    provider: z.optional(z.string().check(z.maxLength(40))),
    q: z.optional(z.string().check(z.maxLength(64))),
    market: z.optional(market),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  reply: z.object({ status: success, games: z.array(game), next_cursor: z.nullable(z.string()), total: z.number() }),
  refusals: [],
})

export const getGame = operation({
  name: 'getGame',
  method: 'GET',
  path: '/games/:slug',
  access: 'optional',
  summary: 'One game.',
  params: z.object({ slug: z.string().check(z.maxLength(60)) }),
  reply: z.object({ status: success, game }),
  refusals: ['not_found'],
})

export const providers = operation({
  name: 'providers',
  method: 'GET',
  path: '/providers',
  access: 'optional',
  summary: 'The game providers with how many games each has.',
  reply: z.object({
    status: success,
    providers: z.array(
      z.object({ code: z.string(), name: z.string(), logo: z.nullable(z.string()), games: z.number() }),
    ),
  }),
  refusals: [],
})

export const launchGame = operation({
  name: 'launchGame',
  method: 'POST',
  path: '/games/:slug/launch',
  access: 'optional',
  summary: 'An address for the game’s frame with a one-time launch token; a demo needs no player.',
  params: z.object({ slug: z.string().check(z.maxLength(60)) }),
  body: z.object({
    demo: z.optional(z.boolean()),
    theme: z.optional(z.enum(['dark', 'light'])),
    language: z.optional(z.string().check(z.maxLength(8))),
  }),
  reply: z.object({ status: success, url: z.string(), origin: z.string(), session_id: z.nullable(z.string()) }),
  refusals: ['not_found', 'session_invalid', 'player_inactive', 'game_unavailable', 'play_blocked'],
})

export const gameRound = z.object({
  id: z.string(),
  game: z.string(),
  slug: z.string(),
  provider: z.string(),
  round_id: z.string(),
  stake: amountReply,
  payout: amountReply,
  net: amountReply,
  currency,
  state: z.enum(['open', 'settled', 'rolled_back']),
  balance_after: z.nullable(amountReply),
  started_at: instant,
  ended_at: z.nullable(instant),
  /** Address of the page that recomputes the round, where the provider has one. */
  proof_url: z.nullable(z.string()),
})
export type GameRound = z.output<typeof gameRound>

export const gameHistory = operation({
  name: 'gameHistory',
  method: 'GET',
  path: '/player/game-history',
  access: 'player',
  summary: 'The player’s rounds, newest first.',
  query: historyQuery,
  reply: z.object({
    status: success,
    msg: z.string(),
    data: z.array(gameRound),
    next_cursor: z.nullable(z.string()),
    totals,
    currency,
  }),
  refusals: [],
})

export const catalogOperations = [games, getGame, providers, launchGame, gameHistory]
