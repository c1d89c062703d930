import type { NoteSigner } from '@dhow/receipts/note'
import type { TileHashes } from './append-hashes.ts'
import type { AccountState } from './chain-entries.ts'

/** Some hundred bytes each; others are read from the log when they move again. */
const mostAccounts = 20_000

/** The end of the log as this process left it, so that the next batch need not read it again. */
export interface LogMemory {
  /** The head after which it holds: with another one in the database another process has appended, or a commit came out otherwise. */
  checkpoint: string
  accounts: Map<string, AccountState<string>>
  openTiles: TileHashes[]
  /** Signed the head. Opening a key takes half a millisecond. */
  signer: NoteSigner
}

/** Holds what the last batch of this process left. Only a batch that is committed may be remembered. */
export function openLogMemory() {
  let memory: LogMemory | undefined
  return {
    /** The end of the log, if it is the one with this head. */
    at: (checkpoint: string): LogMemory | undefined => (memory?.checkpoint === checkpoint ? memory : undefined),
    /** Remembers a new end. Accounts of before stay, those that moved last the longest. */
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
