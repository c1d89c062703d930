import { isOneOf } from '@dhow/contract/records'
import { Refusal } from '../../platform/refusal.ts'
import type { PaymentParts } from './parts.ts'
import { ownReply, readTimeline } from './payment-reply.ts'
import { openServiceStates } from './rules.ts'
import { findPayment } from './store.ts'

/**
 * A player's deposit, manual or by a service, with its timeline and the question during a break.
 * @throws Refusal `not_found`
 */
export async function readOwnPayment(parts: PaymentParts, id: string, playerId: string) {
  const { platform, deposits } = parts
  if (!id.startsWith('pay_')) {
    const deposit = await deposits.find(id)
    if (deposit?.player_id !== playerId) throw new Refusal('not_found')
    return deposits.ownReply(deposit)
  }
  const row = await findPayment(platform.db.kysely, id)
  if (row?.player_id !== playerId) throw new Refusal('not_found')
  const isOpen = isOneOf(openServiceStates, row.state)
  const choice = isOpen ? await deposits.creditGate.askedOf(platform.db.kysely, row) : undefined
  return { ...ownReply(parts, row), choice: choice ?? null, timeline: await readTimeline(parts, id) }
}
