import type { Tx } from '../../platform/db/index.ts'
import type { AccountState, ChainedEntries } from './chain-entries.ts'
import type { LogMemory } from './log-memory.ts'
import type { LogName } from './logs.ts'
import type { LogRow } from './tables.ts'

/** A public text that waits to be added to the log. */
export interface WaitingRecord {
  number: bigint
  text: string
}

/** Next entries of a log, then records; at least one of either. */
export interface NextEntries {
  entries: ChainedEntries
  records: readonly WaitingRecord[]
  /** Accounts after their last entry here. */
  accounts: Map<string, AccountState<string>>
}

/** Source of a log's entries. */
export interface LogSource {
  name: LogName
  /** Reads what follows the log's end, up to an id; undefined if nothing does. */
  read(tx: Tx, log: LogRow, settledTo: bigint, memory: LogMemory | undefined): Promise<NextEntries | undefined>
}

/** Entries in one batch. */
export const batchSize = 5_000
