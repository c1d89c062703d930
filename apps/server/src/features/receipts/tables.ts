import type { Generated } from 'kysely'
import type { LogName } from './logs.ts'

export interface LogRow {
  name: LogName
  origin: string
  size: bigint
  /** Last posting with an entry; in the staff's log, position of the last seal. */
  posting_id: bigint
  checkpoint: string
  signed_at: Date
}

export interface KeyRow {
  log: LogName
  verifier_key: string
  sealed: Buffer
  made_at: Date
  /** Numbers the keys in order of creation. */
  number: Generated<number>
  /** Size of the log from which on it signs. */
  from_size: bigint
}

/** A batch of entries. In the staff's log, the postings are the positions of the trail's seals. */
export interface BatchRow {
  log: LogName
  first_leaf: bigint
  first_posting: bigint
  /** A list of numbers in the driver's own form; SQL extracts single ones. */
  posting_ids: unknown
  numbers: unknown
  times_ms: unknown
  /** 32 bytes per entry, concatenated. */
  commitments: Buffer
}

export interface TileRow {
  log: LogName
  level: number
  index: bigint
  hashes: Buffer
}

export interface RecordRow {
  number: Generated<bigint>
  kind: string
  key: string
  text: string
  made_at: Date
  leaf: bigint | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'receipts.log': LogRow
    'receipts.key': KeyRow
    'receipts.batch': BatchRow
    'receipts.salt': { log: LogName; first_leaf: bigint; salts: Buffer }
    'receipts.tile': TileRow
    'receipts.record': RecordRow
  }
}
