import type { DhowCode } from '@dhow/contract/gateway'
import type { GameSession } from './sessions.ts'

/** Calls to which every adapter maps its protocol. Amounts are integers of minor units. */
export interface GameTransaction {
  kind: 'bet' | 'win' | 'betwin' | 'rollback' | 'end'
  session: GameSession
  txId: string
  refTxId?: string
  roundId: string
  /** The catalogue's id; a rollback takes the bet's. */
  gameId?: string
  currency: string
  amountMinor: bigint
  winMinor?: bigint
  /** Grant of free rounds that a bet is placed under. */
  grantId?: string
}

export interface Applied {
  code: DhowCode
  /** The wallet's id of what moved. */
  transaction: string | undefined
  /** The player's true balance in minor units. */
  balanceMinor: bigint
}
