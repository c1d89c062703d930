import type { Log } from '@dhow/platform/log'
import type { Seat } from '../live/seats.ts'
import type { Db } from '../platform/db.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { markCommitted, nextPair } from './seeds.ts'

export interface CommitPairParts {
  db: Db
  log: Log
  walletOf(demo: boolean): Pick<Wallet, 'commit'>
}

/**
 * Puts the hash of a player's next server seed into the portal's public log. Returns whether rounds may use it: portals without a log, and play money,
 * need none. Called before the player chooses the client seed, so before any round.
 */
export async function commitNextPair(
  { db, log, walletOf }: CommitPairParts,
  seat: Seat,
  game: string,
): Promise<boolean> {
  const pair = await nextPair(db, seat.player, game)
  if (!pair || pair.is_committed) return true
  const answer = await walletOf(seat.demo).commit([{ game, name: pair.id, hash: pair.commitment }])
  if (answer === 'kept') await markCommitted(db, pair.id)
  if (answer === 'differs') log.error({ pair: pair.id }, 'the public log has another hash under this name')
  return answer === 'kept' || answer === 'none'
}
