import type { DepositStop } from '@dhow/contract/payments'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { PaymentParts } from './parts.ts'
import { countOpenPages } from './store.ts'

/** Why a player cannot deposit now, the widest reason first; empty if everything is open. */
export async function readDepositStops(
  parts: PaymentParts,
  { playerId, market }: Pick<PlayerSession, 'playerId' | 'market'>,
): Promise<DepositStop[]> {
  const { portal, limits } = parts
  if (!portal.depositsOpen(market)) return [{ code: 'deposits_unavailable', applies_to: 'all', until: null }]
  const restriction = await limits.restriction(playerId, 'deposit')
  if (restriction === 'on_break') return [{ code: 'on_break', applies_to: 'all', until: await endOfBreak() }]
  if (restriction !== null) return [{ code: 'deposits_blocked', applies_to: 'all', until: null }]
  const full = await findFullKinds(parts, playerId)
  return full.map((kind) => ({ code: 'too_many_open_deposits', applies_to: kind, until: null }))

  /** Latest end of the current breaks; null if one has no end. */
  async function endOfBreak(): Promise<string | null> {
    const ends = (await limits.running([playerId])).map(({ until }) => until)
    const last = ends.reduce((late, end) => (late === null || end === null ? null : late > end ? late : end))
    return last?.toISOString() ?? null
  }
}

/** Kinds of deposits of which a player has the allowed number open. */
export async function findFullKinds(
  { platform: { db }, portal, deposits }: PaymentParts,
  playerId: string,
): Promise<('transfers' | 'services')[]> {
  const maxOpen = portal.settings().deposits.open_at_most
  const counts = { transfers: await deposits.openCount(playerId), services: await countOpenPages(db.kysely, playerId) }
  return (['transfers', 'services'] as const).filter((kind) => counts[kind] >= maxOpen)
}
