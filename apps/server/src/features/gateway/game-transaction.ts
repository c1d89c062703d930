import type { DhowCode } from '@dhow/contract/gateway'
import type { GameSession } from './sessions.ts'

/** Common form to which every adapter maps its calls. Amounts are integers of minor units. */
export interface GameTransaction {
  kind: 'bet' | 'win' | 'betwin' | 'rollback' | 'end'
  session: GameSession
  txId: string
  refTxId?: string
  roundId: string
  /** The catalogue's id; a rollback uses the bet's. */
  gameId?: string
  currency: string
  amountMinor: bigint
  winMinor?: bigint
  /** Grant of free rounds of a bet; of a win, the grant whose rounds the provider kept and of which this is the sum. */
  grantId?: string
  /** The game placed the bet by itself, as its player had asked it to. */
  isAutomatic?: boolean
}

export interface Applied {
  code: DhowCode
  /** The wallet's transaction id. */
  transaction: string | undefined
  /** The player's current balance in minor units. */
  balanceMinor: bigint
}
