import type { DhowFreeRounds } from '@dhow/contract/gateway'
import type { Seat } from '../live/seats.ts'
import type { Db } from '../platform/db.ts'
import type { Wallets } from '../wallet/wallet.ts'
import type { WantedBet } from './engine.ts'
import type { FreeRounds } from './messages.ts'
import { findRound, roundIdOf } from './store.ts'

/** Free rounds as the page gets them. */
export const freeRoundsView = (free: DhowFreeRounds | undefined): FreeRounds | null =>
  free ? { grant: free.grant, left: free.left, stake: free.stake, maxWin: free.maxWin } : null

/**
 * Terms of a bet under a grant, as the wallet states them now, so that the round pays no more than the wallet will. A placed bet keeps its own terms.
 * The wallet checks again when the stake is debited.
 */
export async function readFreeBet(
  { db, wallets }: { db: Db; wallets: Wallets },
  seat: Seat,
  { id, grant, stake }: { id: string; grant: string; stake: number },
): Promise<NonNullable<WantedBet['free']> | 'free_rounds_over' | 'wallet_unknown'> {
  if (await findRound(db, roundIdOf(seat, id))) return { grant, mostPayout: 0n }
  if (seat.demo) return 'free_rounds_over'
  const answer = await wallets.of(false).balance(seat.walletSession)
  if (!answer.isDecided) return 'wallet_unknown'
  const { freeRounds } = answer
  if (freeRounds?.grant !== grant || freeRounds.stake !== stake) return 'free_rounds_over'
  return { grant, mostPayout: BigInt(freeRounds.maxWin) }
}
