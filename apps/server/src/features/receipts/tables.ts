import type { Generated } from 'kysely'

export interface LogRow {
  origin: string
  size: bigint
  posting_id: bigint
  checkpoint: string
  signed_at: Date
}

export interface KeyRow {
  verifier_key: string
  sealed: Buffer
  made_at: Date
  /** Counts the keys in the order in which they were made. */
  number: Generated<number>
  /** Size of the log from which on it signs. */
  from_size: bigint
}

export interface BatchRow {
  first_leaf: bigint
  first_posting: bigint
  /** A driver's own reading of a list of numbers; statements take single ones out. */
  posting_ids: unknown
  numbers: unknown
  times_ms: unknown
  /** 32 bytes an entry, one after the other. */
  commitments: Buffer
}

export interface TileRow {
  level: number
  index: bigint
  hashes: Buffer
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'receipts.log': LogRow
    'receipts.key': KeyRow
    'receipts.batch': BatchRow
    'receipts.salt': { first_leaf: bigint; salts: Buffer }
    'receipts.tile': TileRow
  }
}
