import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { anyId, instant, playerText, success } from './shapes.ts'

/** Claim rules of one reward. */

export const claimRuleRefusals = {
  /** Its text names the rule. */
  claim_refused: { status: 409 },
} as const

export const claimRules = z.object({
  /** Lowest tier that may claim. */
  tier: z.nullable(z.enum(['mobile_verified', 'person_verified'])),
  /** Most claims from one network, or one device, in the last `window_hours`. */
  per_network: z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))),
  per_device: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
  window_hours: z.int().check(z.minimum(1), z.maximum(8_760)),
  /** Gift envelopes and bonuses that exclude this reward. */
  excludes: z.array(anyId).check(z.maxLength(20, fault('list_too_long'))),
})
export type ClaimRules = z.output<typeof claimRules>

export const refusedClaims = operation({
  name: 'refusedClaims',
  method: 'GET',
  path: '/staff/refused-claims',
  access: 'staff',
  needs: ['rewards.see'],
  summary: 'Claims refused by the rules of their reward, newest first, with the reason that the player read.',
  reply: z.object({
    status: success,
    claims: z.array(
      z.object({
        reward: z.object({ id: z.string(), title: z.string() }),
        player: z.object({ id: z.string(), player_name: z.string() }),
        text: playerText,
        tries: z.number(),
        /** Time of the last try. */
        at: instant,
      }),
    ),
  }),
  refusals: [],
})

export const claimRuleOperations = [refusedClaims]
