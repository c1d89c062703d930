import * as z from './bounded.ts'
import { gameRound } from './catalog.ts'
import { isRecord } from './records.ts'
import { amountReply, instant } from './shapes.ts'

/** Inputs to recompute a round: the seeds of a one-player round, or the chain position of a shared one, once over. */
export const roundInputs = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('seeds'),
    commitment: z.string(),
    /** Null until the player has rotated to the next pair. */
    serverSeed: z.nullable(z.string()),
    clientSeed: z.string(),
    nonce: z.number(),
    options: z.unknown(),
    actions: z.array(z.unknown()),
    isOut: z.boolean(),
  }),
  z.object({
    kind: z.literal('chain'),
    hash: z.string(),
    salt: z.string(),
    number: z.int().check(z.minimum(1), z.maximum(100_000_000)),
    end: z.string(),
  }),
  // A player may be paid before the round ends.
  z.object({ kind: z.literal('in_play') }),
])
export type RoundInputs = z.output<typeof roundInputs>

/** A reviver for `JSON.parse`: versions before 0.2.0 named the actions of a round `acts`. */
export function readEarlierInputs(_key: string, value: unknown): unknown {
  if (!isRecord(value) || value['kind'] !== 'seeds' || !('acts' in value)) return value
  const { acts: actions, ...others } = value
  return { ...others, actions }
}

/** Most rounds in one call to a provider. */
export const roundsAtOnce = 200

const name = z.string().check(z.maxLength(120))

/** Request for the inputs of rounds to providers that support it; with bet ids, also for their selections. */
export const roundsQuery = z.object({
  rounds: z
    .array(z.object({ game: name, round: name, bets: z.array(name).check(z.maxLength(200)) }))
    .check(z.maxLength(roundsAtOnce)),
})

/** In the order of the request; null for an unknown round. */
export const roundsReply = z.object({
  rounds: z.array(
    z.nullable(
      z.object({
        inputs: roundInputs,
        /** Selection of each bet: the field of a table, or the multiplier at which it was cashed out, such as 2.05. */
        on: z.record(z.string(), z.nullable(z.string())),
      }),
    ),
  ),
})
export type RoundReply = z.output<typeof roundsReply>['rounds'][number]

/**
 * A player's rounds as a file that can be checked without a server: `npm run -s fair -- --history FILE`. Parse it with `readEarlierInputs`, to support
 * the first format.
 */
export const roundsFile = z.object({
  format: z.enum(['dhow-rounds-1', 'dhow-rounds-2']),
  made_at: instant,
  rounds: z.array(
    z.extend(gameRound, {
      bets: z.array(
        z.object({
          id: z.string(),
          stake: amountReply,
          payout: amountReply,
          state: z.enum(['open', 'settled', 'rolled_back']),
          on: z.nullable(z.string()),
        }),
      ),
      inputs: z.nullable(roundInputs),
    }),
  ),
})
export type RoundsFile = z.output<typeof roundsFile>
export type FileRound = RoundsFile['rounds'][number]
