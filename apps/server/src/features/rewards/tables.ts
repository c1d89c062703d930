interface GiftEnvelopeTable {
  id: string
  code_hash: Buffer
  title: string
  market: 'NA' | 'IN'
  currency: 'NAD' | 'INR'
  kind: 'fixed' | 'split'
  pot_minor: bigint
  claims: number
  min_account_age_hours: number
  expires_at: Date
  stopped_at: Date | null
  created_by: string | null
  created_at: Date
}

interface GiftShareTable {
  envelope_id: string
  number: number
  amount_minor: bigint
  player_id: string | null
  claimed_at: Date | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    gift_envelope: GiftEnvelopeTable
    gift_share: GiftShareTable
  }
}

export type { GiftEnvelopeTable, GiftShareTable }
