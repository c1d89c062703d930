import type { Game } from '@dhow/contract/catalog'
import type { Protocol } from '@dhow/contract/providers'
import type { OperatorText } from '@dhow/contract/operator-texts'
import type { Market } from '@dhow/contract/shapes'
import type { ColumnType, Generated, Selectable } from 'kysely'

export interface ProviderTable {
  code: string
  name: string
  /** Its wallet protocol. */
  adapter: Protocol
  launch_url: string
  proof_url: string | null
  /** URL of the inputs to recompute its rounds. */
  rounds_url: Generated<string | null>
  /** URL of a page that prefetches a game's files. */
  ahead_url: Generated<string | null>
  logo: string | null
  enabled: boolean
  feed_url: string | null
  ping_url: string | null
  /** URL of the state of its shared tables. */
  tables_url: Generated<string | null>
  feed_next_at: Date | null
  failures: Generated<number>
  checked_at: Date | null
  down_since: Date | null
  position: Generated<number>
  client_id: string | null
  frame_origin: string | null
  adds: Generated<string[]>
}
export type ProviderRow = Selectable<ProviderTable>

export interface GameTable {
  id: string
  slug: string
  provider_code: string
  name: string
  /** Names in other languages, by language. */
  names: ColumnType<NonNullable<Game['names']>, string | undefined, string>
  categories: string[]
  tile: string
  rtp: string | null
  min_stake_minor: bigint | null
  max_stake_minor: bigint | null
  demo: boolean
  markets: Market[]
  enabled: boolean
  position: number
  /** The provider's id of the game. */
  code: string
  /** Fields set by the operator; feeds do not change them. */
  edited: Generated<string[]>
  withdrawn_at: Date | null
  /** Null for a provider's first games. */
  added_at: Generated<Date | null>
}
export type GameRow = Selectable<GameTable>

/** A game's own columns, without those for the search. */
export const gameColumns = [
  'catalog.game.id',
  'catalog.game.slug',
  'catalog.game.provider_code',
  'catalog.game.name',
  'catalog.game.names',
  'catalog.game.categories',
  'catalog.game.tile',
  'catalog.game.rtp',
  'catalog.game.min_stake_minor',
  'catalog.game.max_stake_minor',
  'catalog.game.demo',
  'catalog.game.markets',
  'catalog.game.enabled',
  'catalog.game.position',
  'catalog.game.code',
  'catalog.game.edited',
  'catalog.game.withdrawn_at',
  'catalog.game.added_at',
] as const

interface ImportTable {
  id: string
  provider_code: string
  started_at: Date
  ended_at: Date
  outcome: 'done' | 'failed'
  listed: number
  added: number
  changed: number
  withdrawn: number
  /** Servers of version 0.1.0 write reasons as sentences, here and in `reason`. */
  refused: ColumnType<{ code: string; reason: OperatorText | string }[], string, string>
  refused_count: number
  reason: Generated<string | null>
  reason_code: string | null
  reason_params: ColumnType<Record<string, string>, string, string>
  operator_id: string | null
}
export type ImportRow = Selectable<ImportTable>

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'catalog.game_provider': ProviderTable
    'catalog.game': GameTable
    'catalog.favourite_game': { player_id: string; game_id: string; added_at: Date }
    'catalog.import': ImportTable
    // Exported views, which other features may read.
    'catalog.games': Pick<
      Tables['catalog.game'],
      | 'id'
      | 'slug'
      | 'provider_code'
      | 'name'
      | 'names'
      | 'categories'
      | 'tile'
      | 'rtp'
      | 'min_stake_minor'
      | 'max_stake_minor'
      | 'demo'
      | 'markets'
      | 'enabled'
    >
    'catalog.providers': Pick<
      Tables['catalog.game_provider'],
      'code' | 'name' | 'adapter' | 'proof_url' | 'rounds_url' | 'enabled'
    >
    'catalog.imports': Tables['catalog.import']
  }
}
