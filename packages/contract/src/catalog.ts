import * as z from './bounded.ts'
import { operation } from './operation.ts'
import {
  amountReply,
  currency,
  doneReply,
  historyQuery,
  instant,
  market,
  otherNames,
  success,
  totals,
} from './shapes.ts'

export const catalogRefusals = {
  game_unavailable: { status: 409 },
  provider_down: { status: 503 },
  favourites_full: { status: 409 },
  play_blocked: { status: 403 },
} as const

const slug = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/))
const ofGame = z.optional(z.string().check(z.maxLength(120)))

export const game = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** Names in other languages, if any. */
  names: z.optional(otherNames),
  provider: z.string(),
  provider_name: z.string(),
  categories: z.array(z.string()),
  tile: z.string(),
  rtp: z.nullable(z.string()),
  min_stake: z.nullable(amountReply),
  max_stake: z.nullable(amountReply),
  demo: z.boolean(),
  enabled: z.boolean(),
  /** Present if its provider does not answer now. */
  down: z.optional(z.boolean()),
  /** Present if added to its provider's games within the last 30 days. */
  is_new: z.optional(z.boolean()),
  /** Present for an invented game of the sandbox's providers. */
  sandbox: z.optional(z.boolean()),
})
export type Game = z.output<typeof game>

export const games = operation({
  name: 'games',
  method: 'GET',
  path: '/games',
  access: 'optional',
  offline: true,
  summary: 'Games by category, provider and words in the name, in the operator’s order.',
  query: z.object({
    category: z.optional(z.string().check(z.maxLength(40))),
    provider: z.optional(z.string().check(z.maxLength(40))),
    q: z.optional(z.string().check(z.maxLength(64))),
    market: z.optional(market),
    /** `hide` leaves out the invented games of the sandbox's providers. */
    sandbox: z.optional(z.enum(['hide', 'show'])),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  reply: z.object({
    status: success,
    games: z.array(game),
    next_cursor: z.nullable(z.string()),
    total: z.number(),
    /** Present if no name matches and these are similarly spelled. */
    is_similar: z.optional(z.boolean()),
  }),
  refusals: [],
})

export const getGame = operation({
  name: 'getGame',
  method: 'GET',
  path: '/games/:slug',
  access: 'optional',
  offline: true,
  summary: 'One game.',
  params: z.object({ slug }),
  /** `ahead`: page that prefetches the game's files, if its provider has one. */
  reply: z.object({ status: success, game: z.extend(game, { ahead: z.optional(z.string()) }) }),
  refusals: ['not_found'],
})

export const listedProvider = z.object({
  code: z.string(),
  name: z.string(),
  logo: z.nullable(z.string()),
  games: z.number(),
  /** Present if it does not answer now. */
  down: z.optional(z.boolean()),
})

export const providers = operation({
  name: 'providers',
  method: 'GET',
  path: '/providers',
  access: 'optional',
  offline: true,
  summary: 'The game providers with the number of games of each.',
  reply: z.object({ status: success, providers: z.array(listedProvider) }),
  refusals: [],
})

export const launchGame = operation({
  name: 'launchGame',
  method: 'POST',
  path: '/games/:slug/launch',
  access: 'optional',
  summary: 'Get the address for the game’s frame, with a one-time launch token. A demo needs no player.',
  params: z.object({ slug }),
  body: z.object({
    demo: z.optional(z.boolean()),
    theme: z.optional(z.enum(['dark', 'light'])),
    language: z.optional(z.string().check(z.maxLength(8))),
  }),
  reply: z.object({
    status: success,
    url: z.string(),
    origin: z.string(),
    session_id: z.nullable(z.string()),
    /** The server's time: rounds since then belong to this play session. */
    opened_at: instant,
  }),
  refusals: ['not_found', 'session_invalid', 'player_inactive', 'game_unavailable', 'provider_down', 'play_blocked'],
})

export const gameRound = z.object({
  id: z.string(),
  game: z.string(),
  /** The game's names in other languages, if any. */
  names: z.optional(otherNames),
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
  /** URL of the page that recomputes the round, if the provider has one. */
  proof_url: z.nullable(z.string()),
  /** Stake of a free round, paid by the operator, less returns; `stake`, the player's own, is then 0.00. */
  free_stake: z.optional(amountReply),
  /** The part of the payout that an operator is checking, held until then, and the part that was refused after a check, which the payout is without. */
  checking: z.optional(amountReply),
  refused: z.optional(amountReply),
  /** The game placed its bet by itself (autoplay); only then it is there. */
  automatic: z.optional(z.literal(true)),
})
export type GameRound = z.output<typeof gameRound>

export const gameHistory = operation({
  name: 'gameHistory',
  method: 'GET',
  path: '/player/game-history',
  access: 'player',
  offline: true,
  summary:
    'The player’s rounds, newest first, with totals. `since` limits them to rounds from a moment on, such as a play session; `game` to one game by its slug.',
  query: z.extend(historyQuery, { since: z.optional(z.iso.datetime()), game: ofGame }),
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

export const playedRound = operation({
  name: 'playedRound',
  method: 'GET',
  path: '/player/rounds/:provider/:round',
  access: 'player',
  summary:
    'One round of the player, by its provider’s id as in the history. `receiptsOf` has its receipts. Another player’s round answers `not_found`.',
  params: z.object({
    provider: z.string().check(z.maxLength(80), z.regex(/^[a-z0-9-]{1,80}$/)),
    round: z.string().check(z.maxLength(80), z.regex(/^[ -~]{1,80}$/)),
  }),
  reply: z.object({ status: success, round: gameRound }),
  refusals: ['not_found'],
})

export const roundsDownload = operation({
  name: 'roundsDownload',
  method: 'GET',
  path: '/player/rounds-download',
  access: 'player',
  summary:
    'Download the player’s rounds as JSON with the inputs to recompute each, newest first, at most 5,000. `npm run -s fair -- --history` checks them.',
  query: z.object({
    state: z.optional(z.string().check(z.maxLength(40))),
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
    game: ofGame,
  }),
  reply: z.unknown(),
  file: 'application/json; charset=utf-8',
  refusals: [],
})

export const favourites = operation({
  name: 'favourites',
  method: 'GET',
  path: '/player/favourites',
  access: 'player',
  offline: true,
  summary: 'The player’s favourite games, the newest first.',
  reply: z.object({ status: success, games: z.array(game) }),
  refusals: [],
})

export const addFavourite = operation({
  name: 'addFavourite',
  method: 'PUT',
  path: '/player/favourites/:slug',
  access: 'player',
  summary: 'Add a game to the favourites. A repeat changes nothing.',
  params: z.object({ slug }),
  body: z.optional(z.object({})),
  reply: doneReply,
  refusals: ['not_found', 'favourites_full'],
})

export const removeFavourite = operation({
  name: 'removeFavourite',
  method: 'DELETE',
  path: '/player/favourites/:slug',
  access: 'player',
  summary: 'Remove a game from the favourites.',
  params: z.object({ slug }),
  reply: doneReply,
  refusals: ['not_found'],
})

export const recentGames = operation({
  name: 'recentGames',
  method: 'GET',
  path: '/player/recent-games',
  access: 'player',
  offline: true,
  summary: 'The last 20 games that the player opened, each once.',
  reply: z.object({ status: success, games: z.array(z.extend(game, { played_at: instant })) }),
  refusals: [],
})

export const winner = z.object({
  /** Two letters, the rest masked. */
  player: z.string(),
  game: z.string(),
  /** The game's names in other languages, if any. */
  names: z.optional(otherNames),
  slug: z.string(),
  tile: z.string(),
  stake: amountReply,
  payout: amountReply,
  currency,
  at: instant,
})
export type Winner = z.output<typeof winner>

export const winners = operation({
  name: 'winners',
  method: 'GET',
  path: '/winners',
  access: 'public',
  offline: true,
  summary:
    'The last 20 real rounds that paid more than their stake, of one market if it is named, with shortened names. At most 10 seconds old.',
  query: z.object({ market: z.optional(market) }),
  reply: z.object({ status: success, winners: z.array(winner) }),
  refusals: [],
})

export const catalogOperations = [
  games,
  getGame,
  providers,
  launchGame,
  gameHistory,
  playedRound,
  roundsDownload,
  favourites,
  addFavourite,
  removeFavourite,
  recentGames,
  winners,
]
