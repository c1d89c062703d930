import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { instant, success } from './shapes.ts'

export const gameCall = z.object({
  at: instant,
  provider: z.string(),
  call: z.string(),
  tx_id: z.nullable(z.string()),
  round_id: z.nullable(z.string()),
  player_id: z.nullable(z.string()),
  player_name: z.nullable(z.string()),
  code: z.string(),
  took_ms: z.number(),
  /** Of a round that the game played by itself (autoplay); only then it is there. */
  automatic: z.optional(z.literal(true)),
})
export type GameCall = z.output<typeof gameCall>

export const staffGameCalls = operation({
  name: 'staffGameCalls',
  method: 'GET',
  path: '/staff/game-calls',
  access: 'staff',
  needs: ['games.see'],
  summary: 'Calls of providers with our answers, newest first.',
  query: z.object({
    provider: z.optional(z.string().check(z.maxLength(40))),
    player: z.optional(z.string().check(z.maxLength(60))),
    round: z.optional(z.string().check(z.maxLength(100))),
    /** Only refused calls. */
    refused: z.optional(z.enum(['1'])),
    cursor: z.optional(z.string().check(z.maxLength(60))),
  }),
  reply: z.object({ status: success, calls: z.array(gameCall), next_cursor: z.nullable(z.string()) }),
  refusals: [],
})

export const gameCallOperations = [staffGameCalls]
