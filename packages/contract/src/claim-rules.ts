import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { anyId, instant, playerText, success } from './shapes.ts'

/** Rules of one reward about who may claim it. */

export const claimRuleRefusals = {
  /** Its text names the rule. */
  claim_refused: { status: 409 },
} as const

export const claimRules = z.object({
  /** The lowest tier that may claim. */
  tier: z.nullable(z.enum(['mobile_verified', 'person_verified'])),
  /** Claims from one network and from one device, at most, in the last `window_hours`. */
  per_network: z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))),
  per_device: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  window_hours: z.int().check(z.minimum(1), z.maximum(8_760)),
  /** Gift envelopes and bonuses of which a player has this reward or one of those. */
  excludes: z.array(anyId).check(z.maxLength(20, fault('list_too_long'))),
})
export type ClaimRules = z.output<typeof claimRules>

export const refusedClaims = operation({
  name: 'refusedClaims',
  method: 'GET',
  path: '/staff/refused-claims',
  access: 'staff',
  needs: ['rewards.see'],
  summary: 'Claims that the rules of their reward refused, newest first, with the reason as the player read it.',
  reply: z.object({
    status: success,
    claims: z.array(
      z.object({
        reward: z.object({ id: z.string(), title: z.string() }),
        player: z.object({ id: z.string(), player_name: z.string() }),
        text: playerText,
        tries: z.number(),
        /** Of the last try. */
        at: instant,
      }),
    ),
  }),
  refusals: [],
})

export const claimRuleOperations = [refusedClaims]
