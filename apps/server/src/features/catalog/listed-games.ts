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
  /** Whether a market has a current or future tournament, or any market if it is unknown. */
  hasTournaments: (market: Market | undefined) => Promise<boolean>
  /** Codes of the sandbox's own providers. */
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

/** A game added later than its provider's first ones counts as new for this long. */
export const newDays = 30
const newMs = newDays * 86_400_000

/** A game as the portal shows it, marked if its provider is down or it is new. */
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

/** A game for staff and portal, without the state of its provider. */
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
