import type { ContentKind, ContentLanguage } from '@dhow/contract/content'
import type { Market } from '@dhow/contract/shapes'

export interface ItemRow {
  id: string
  kind: ContentKind
  /** For a page one of the portal's four, for a message its kind; for anything else chosen by the operator. */
  name: string
  /** Null: every market. */
  market: Market | null
  language: ContentLanguage
  /** Segment of players who see it; null: everybody. */
  segment: string | null
  created_by: string
  created_at: Date
}

export interface VersionRow {
  id: string
  item_id: string
  number: number
  title: string
  text: string
  /** Of a worded message; else empty. */
  sms: string
  link: string | null
  picture: string | null
  picture_width: number | null
  picture_height: number | null
  games: string[]
  binding: boolean
  hash: Buffer | null
  revision: number
  edited_by: string
  edited_at: Date
  published_by: string | null
  published_at: Date | null
  live_from: Date | null
  live_until: Date | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'content.item': ItemRow
    'content.version': VersionRow
    'content.acceptance': { player_id: string; version_id: string; hash: Buffer; accepted_at: Date }
  }
}
