import type { BlockKind } from '@dhow/contract/blocklists'

export interface EntryRow {
  id: string
  kind: BlockKind
  value_mac: Buffer
  value_sealed: Buffer
  /** The masked value, for display. */
  shown: string
  payer_norm: string | null
  reason: string
  upload_id: string | null
  added_by: string
  added_at: Date
  until_at: Date | null
  removed_by: string | null
  removed_at: Date | null
  removed_reason: string | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'blocklists.entry': EntryRow
    // Exported view, which other features may read.
    'blocklists.payers': { payer_norm: string; until_at: Date }
  }
}
