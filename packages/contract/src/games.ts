import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { market, success } from './shapes.ts'

/** Categories of a game; `spribe` and the first four have their own lists in the portal. */
export const gameCategories = ['top', 'card', 'crash', 'turbo', 'spribe', 'slots', 'table', 'other'] as const
const category = z.enum(gameCategories)

export const staffGame = z.object({
  id: z.string(),
  slug: z.string(),
  code: z.string(),
  provider: z.string(),
  name: z.string(),
  tile: z.string(),
  categories: z.array(z.string()),
  markets: z.array(z.string()),
  enabled: z.boolean(),
  /** Removed from the provider’s list. */
  withdrawn: z.boolean(),
  position: z.number(),
  rtp: z.nullable(z.string()),
  /** Fields set by the operator, which imports keep. */
  edited: z.array(z.string()),
})
export type StaffGame = z.output<typeof staffGame>

export const staffGames = operation({
  name: 'staffGames',
  method: 'GET',
  path: '/staff/games',
  access: 'staff',
  needs: ['games.see'],
  summary: 'All games, including hidden ones, in the portal’s order.',
  query: z.object({
    q: z.optional(z.string().check(z.maxLength(64))),
    provider: z.optional(z.string().check(z.maxLength(40))),
    state: z.optional(z.enum(['shown', 'hidden', 'withdrawn'])),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({
    status: success,
    games: z.array(staffGame),
    next_cursor: z.nullable(z.string()),
    total: z.number(),
  }),
  refusals: [],
})

export const arrangeGames = operation({
  name: 'arrangeGames',
  method: 'POST',
  path: '/staff/games/arrange',
  access: 'staff',
  needs: ['games.arrange'],
  summary: 'Set the visibility, categories, markets, position or name of games.',
  body: z.object({
    ids: z.array(z.string().check(z.maxLength(100))).check(z.minLength(1), z.maxLength(200)),
    enabled: z.optional(z.boolean()),
    categories: z.optional(z.array(category).check(z.maxLength(8))),
    markets: z.optional(z.array(market).check(z.maxLength(2))),
    position: z.optional(z.int().check(z.minimum(1), z.maximum(900_000_000))),
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(80))),
  }),
  reply: z.object({ status: success, games: z.array(staffGame) }),
  refusals: ['not_found'],
})

export const gameOperations = [staffGames, arrangeGames]
