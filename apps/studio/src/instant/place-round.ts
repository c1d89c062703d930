import type { Db } from '../platform/db.ts'
import type { Seat } from '../live/seats.ts'
import { lockActivePair, takeNonce } from './seeds.ts'
import { hasOpenRound, insertRound, lockRound, placeRound, type Round } from './store.ts'

const uniqueViolation = '23505'

/** Stores a bet as a round with the next nonce of the player's seeds, before its stake is debited; or returns the refusal. */
export async function placeBet(db: Db, seat: Seat, wanted: Round): Promise<Round | 'seeds_needed' | 'round_open'> {
  try {
    const round = await placeRound(db, wanted)
    if (round) return round
  } catch (error) {
    // A bet arrived at the same time: retry one after the other, which tells a repeat from another bet.
    if (!isUniqueViolation(error)) throw error
  }
  return db.transaction(async (tx) => {
    const pair = await lockActivePair(tx, seat.player, wanted.game)
    if (!pair) return 'seeds_needed'
    const known = await lockRound(tx, wanted.id)
    if (known) return known
    if (await hasOpenRound(tx, seat.player, wanted.game)) return 'round_open'
    const round = { ...wanted, pair: pair.id, nonce: await takeNonce(tx, pair.id) }
    await insertRound(tx, round)
    return round
  })
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === uniqueViolation
