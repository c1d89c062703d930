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
}

export interface EntryRow {
  leaf: bigint
  posting_id: bigint
  player_id: string
  number: bigint
  at: Date
  commitment: Buffer
}

export interface AccountRow {
  player_id: string
  number: bigint
  at: Date
  commitment: Buffer
  cash_minor: bigint
  bonus_minor: bigint
  hold_minor: bigint
  in_play_minor: bigint
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
    'receipts.entry': EntryRow
    'receipts.salt': { leaf: bigint; salt: Buffer }
    'receipts.account': AccountRow
    'receipts.tile': TileRow
  }
}
