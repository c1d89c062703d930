import { formatDecimal } from '@dhow/contract/money'
import type { HistoryQuery } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import { pageOfHistory } from '../../platform/pages.ts'
import { sumCreditedMinor } from '../deposits/index.ts'
import type { PaymentParts } from './parts.ts'
import { paymentReply } from './payment-reply.ts'
import { statesOf } from './rules.ts'

/** A player's payments by outside services, newest first, with the sum credited in the period. */
export async function listPayments(parts: PaymentParts, playerId: string, query: HistoryQuery, service?: string) {
  const { kysely } = parts.platform.db
  const states = query.state === undefined ? undefined : statesOf(query.state)
  const services = service === undefined ? parts.catalogue.all().map(({ code }) => code) : [service]
  const { rows, nextCursor } = await pageOfHistory(
    query,
    { at: sql`started_at`, prefix: 'pay', states },
    (condition, atMost) =>
      kysely
        .selectFrom('payments.service_payment')
        .selectAll()
        .where('player_id', '=', playerId)
        .$if(service !== undefined, (all) => all.where('service', 'in', services))
        .where(condition)
        .orderBy('id', 'desc')
        .limit(atMost)
        .execute(),
  )
  const isCounted = states === undefined || states.includes('succeeded')
  const sum = formatDecimal(isCounted ? await sumCreditedMinor(kysely, playerId, services, query) : 0n)
  return {
    data: rows.map((row) => paymentReply(parts, row)),
    next_cursor: nextCursor,
    totals: { in: sum, out: '0.00', net: sum },
  }
}
