import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DebtChange } from './debts.ts'

/** Parts that the ledger's commands share. */
export interface WalletParts {
  live: Platform['live']
  /** Called inside the transaction of every change of a player's debt. */
  debtListeners: ((tx: Tx, change: DebtChange) => Promise<void>)[]
}
