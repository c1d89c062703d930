import { formatDecimal } from '@dhow/contract/money'
import type { HistoryQuery } from '@dhow/contract/shapes'
import { idsWithin, pageOf, period } from '../../platform/pages.ts'
import { creditedMinorOf } from '../deposits/index.ts'
import type { PaymentParts } from './parts.ts'
import { paymentReply } from './payment-reply.ts'
import { statesOf } from './rules.ts'

/** A player's payments of outside services, newest first, with the sum that was credited in the period. */
export async function listPayments(parts: PaymentParts, playerId: string, query: HistoryQuery, service?: string) {
  const { platform, catalogue } = parts
  const { db } = platform
  const limit = query.limit ?? 20
  const { from, until } = period(query)
  const states = query.state === undefined ? undefined : statesOf(query.state)
  let filtered = db.kysely.selectFrom('payments.service_payment').where('player_id', '=', playerId)
  if (service !== undefined) filtered = filtered.where('service', '=', service)
  if (states) filtered = filtered.where((eb) => (states.length > 0 ? eb('state', 'in', states) : eb.lit(false)))
  const { first, end } = idsWithin('pay', { from, until })
  if (from && first) filtered = filtered.where('started_at', '>=', from).where('id', '>=', first)
  if (until && end) filtered = filtered.where('started_at', '<', until).where('id', '<', end)
  const isCounted = states === undefined || states.includes('succeeded')
  const services = service === undefined ? catalogue.all().map(({ code }) => code) : [service]
  const creditedMinor = isCounted ? await creditedMinorOf(db.kysely, playerId, services, query) : 0n
  let paged = filtered
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (query.cursor !== undefined) paged = paged.where('id', '<', query.cursor)
  const { rows, nextCursor } = pageOf(await paged.execute(), limit)
  const sum = formatDecimal(creditedMinor)
  return {
    data: rows.map((row) => paymentReply(parts, row)),
    next_cursor: nextCursor,
    totals: { in: sum, out: '0.00', net: sum },
  }
}
