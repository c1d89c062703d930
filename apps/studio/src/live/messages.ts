import * as z from 'zod/mini'
import type { StakeRange } from '../rounds/stakes.ts'

/** Messages between pages of shared games and the studio; each game adds its own. */
export const commandId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,40}$/))

export const fromEveryPage = [
  z.object({
    t: z.literal('hello'),
    token: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
    resume: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
    demo: z.optional(z.string().check(z.maxLength(3))),
  }),
  z.object({ t: z.literal('snapshot') }),
  z.object({ t: z.literal('ping'), c: z.number() }),
] as const
export type Hello = z.output<(typeof fromEveryPage)[0]>
export type FromEveryPage = z.output<(typeof fromEveryPage)[number]>

export interface Welcome {
  t: 'welcome'
  resume: string
  name: string
  currency: string
  demo: boolean
  balance: number
  stakes: StakeRange
}

export type ToEveryPage =
  | Welcome
  | { t: 'ack'; id: string; code: string }
  | { t: 'pong'; c: number; s: number }
  | {
      t: 'bye'
      code: 'session_unknown' | 'wallet_unknown' | 'standby' | 'too_many' | 'malformed' | 'slow' | 'stopping'
    }
