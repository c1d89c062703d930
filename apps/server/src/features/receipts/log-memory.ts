import type { NoteSigner } from '@dhow/receipts/note'
import type { TileHashes } from './append-hashes.ts'
import type { AccountState } from './chain-entries.ts'

/** Some hundred bytes each; others are read from the log when needed. */
const mostAccounts = 20_000

/** The log's end as this process left it, so that the next batch need not read it. */
export interface LogMemory {
  /**
   * Head for which it is valid: with another one in the database, another process has appended, or the commit had
   * another outcome.
   */
  checkpoint: string
  accounts: Map<string, AccountState<string>>
  openTiles: TileHashes[]
  /** Signer of the head. Opening a key takes half a millisecond. */
  signer: NoteSigner
}

/** Caches the log's end after this process's last batch. Store only committed batches. */
export function openLogMemory() {
  let memory: LogMemory | undefined
  return {
    /** The log's end, if it has this head. */
    at: (checkpoint: string): LogMemory | undefined => (memory?.checkpoint === checkpoint ? memory : undefined),
    /** Stores a new end. Accounts of the previous one are kept, least recently moved dropped first. */
    remember(next: LogMemory, before: LogMemory | undefined) {
      const accounts = before?.accounts ?? new Map<string, AccountState<string>>()
      for (const [playerId, account] of next.accounts) {
        accounts.delete(playerId)
        accounts.set(playerId, account)
      }
      for (const playerId of accounts.keys()) {
        if (accounts.size <= mostAccounts) break
        accounts.delete(playerId)
      }
      memory = { ...next, accounts }
    },
  }
}
