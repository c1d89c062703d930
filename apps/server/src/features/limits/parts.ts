import type { Currency } from '@dhow/contract/money'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Messages } from '../messages/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Played } from './store.ts'

export interface PlayerRef {
  playerId: string
  currency: Currency
}

export interface LimitParts {
  platform: Platform
  audit: Staff['audit']
  messages: Pick<Messages, 'send'>
  /** Sum of a player's open deposits by any method: any of them may be credited at any moment. */
  openDepositsMinor(tx: Tx, playerId: string): Promise<bigint>
  /** Stakes and wins of rounds begun since each instant. */
  playedSince(db: Db, playerId: string, instants: readonly Date[]): Promise<Played[]>
  /** Stakes and wins by day of the player's market. */
  playedByDay(db: Db, whose: PlayerRef, since: Date): Promise<(Played & { day: string })[]>
}
