import type { Game } from '@dhow/contract/catalog'
import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import type { Db } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Content } from '../content/index.ts'
import type { Providers } from './providers.ts'
import type { GameRow } from './tables.ts'

export interface ListParts {
  db: Platform['db']
  clock: Platform['clock']
  providers: Providers
  /** The operator's additions to the lobby. */
  contentOf: Content['lobby']
  /** Whether a tournament of a market, or of any where none is known, runs or is to come. */
  hasTournaments: (market: Market | undefined) => Promise<boolean>
  /** The codes of the sandbox's own providers. */
  sandboxCodes: () => string[]
}

/** Games that players see. */
export const listed = (reader: Db) =>
  reader
    .selectFrom('catalog.game')
    .innerJoin('catalog.game_provider as provider', 'provider.code', 'catalog.game.provider_code')
    .where('catalog.game.enabled', '=', true)
    .where('provider.enabled', '=', true)
    .where('catalog.game.withdrawn_at', 'is', null)

/** For so long a game that joined others counts as new. */
export const newDays = 30
const newMs = newDays * 86_400_000

/** A game as the portal shows it, marked where its provider does not answer, and where it is new. */
export const portalReply = (
  { providers, clock, sandboxCodes }: Pick<ListParts, 'providers' | 'clock' | 'sandboxCodes'>,
  row: GameRow,
  providerName: string,
): Game => ({
  ...gameReply(row, providerName),
  ...(row.added_at && row.added_at.getTime() + newMs > clock.now().getTime() ? { is_new: true } : {}),
  ...(providers.isDown(row.provider_code) ? { down: true } : {}),
  ...(sandboxCodes().includes(row.provider_code) ? { sandbox: true } : {}),
})

/** A game as staff and portal read it, without the state of its provider. */
export function gameReply(row: GameRow, providerName: string): Game {
  const decimal = (minor: bigint | null) => (minor === null ? null : formatDecimal(minor))
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    ...(Object.keys(row.names).length > 0 ? { names: row.names } : {}),
    provider: row.provider_code,
    provider_name: providerName,
    categories: row.categories,
    tile: row.tile,
    rtp: row.rtp,
    min_stake: decimal(row.min_stake_minor),
    max_stake: decimal(row.max_stake_minor),
    demo: row.demo,
    enabled: row.enabled,
  }
}
