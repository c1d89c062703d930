import type { Market } from '@dhow/contract/shapes'

export interface ProviderRow {
  code: string
  name: string
  adapter: string
  launch_url: string
  proof_url: string | null
  logo: string | null
  enabled: boolean
}

export interface GameRow {
  id: string
  slug: string
  provider_code: string
  name: string
  categories: string[]
  tile: string
  rtp: string | null
  min_stake_minor: bigint | null
  max_stake_minor: bigint | null
  demo: boolean
  markets: Market[]
  enabled: boolean
  position: number
}

/** A game's own columns, without what the search keeps beside them. */
export const gameColumns = [
  'game.id',
  'game.slug',
  'game.provider_code',
  'game.name',
  'game.categories',
  'game.tile',
  'game.rtp',
  'game.min_stake_minor',
  'game.max_stake_minor',
  'game.demo',
  'game.markets',
  'game.enabled',
  'game.position',
] as const

declare module '../../platform/db/tables.ts' {
  interface Tables {
    game_provider: ProviderRow
    game: GameRow
    favourite_game: { player_id: string; game_id: string; added_at: Date }
  }
}
