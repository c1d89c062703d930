import { keysOf } from '@dhow/contract/keys-of'
import { formatDecimal } from '@dhow/contract/money'
import type { QueryOf } from '@dhow/contract/operation'
import type { deliveryCosts } from '@dhow/contract/deliveries'
import { sql } from 'kysely'
import { dayIn, markets } from '../../portal/index.ts'
import type { MessageParts } from '../index.ts'
import { operatorSubject } from './rules.ts'

const longestDays = 92
const usualDays = 31
const dayMs = 86_400_000

/**
 * Costs of deliveries by day of their market, channel and currency, and the number counted in the operator's cap of
 * each day.
 */
export async function readCosts(
  { platform: { db, clock }, portal }: MessageParts,
  query: QueryOf<typeof deliveryCosts>,
) {
  const to = query.to ?? dayIn(markets.IN.timezone, clock.now())
  const earliest = (days: number) => dayIn('UTC', new Date(Date.parse(to) - (days - 1) * dayMs))
  const from = query.from === undefined ? earliest(usualDays) : maxOf(query.from, earliest(longestDays))
  const day = sql<string>`to_char(sent_at at time zone case currency when 'NAD' then ${markets.NA.timezone} else ${markets.IN.timezone} end, 'YYYY-MM-DD')`
  const rows = await db.kysely
    .selectFrom('messages.delivery')
    .select((eb) => [
      day.as('day'),
      'channel',
      eb.ref('currency').$notNull().as('currency'),
      eb.fn.countAll<bigint>().as('deliveries'),
      eb.fn.sum<bigint>('parts').as('parts'),
      sql<bigint>`sum(cost_minor)::bigint`.as('cost'),
    ])
    .where('cost_minor', 'is not', null)
    // One more day on each side than any time zone needs; `day` filters exactly.
    .where('sent_at', '>=', new Date(Date.parse(from) - dayMs))
    .where('sent_at', '<', new Date(Date.parse(to) + 2 * dayMs))
    .where(day, '>=', from)
    .where(day, '<=', to)
    .groupBy(['day', 'channel', 'currency'])
    .orderBy('day', 'desc')
    .orderBy('currency')
    .orderBy('channel')
    .execute()
  const counted = await db.kysely
    .selectFrom('messages.day_count')
    .select(['subject', 'sent', sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day')])
    .where('subject', 'in', [...operatorSubjects.keys()])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day', 'desc')
    .orderBy('subject')
    .execute()
  return {
    days: rows.map(({ cost, deliveries, parts, ...row }) => ({
      ...row,
      deliveries: Number(deliveries),
      parts: Number(parts),
      cost: formatDecimal(cost),
    })),
    counted: counted.flatMap(({ subject, sent, ...row }) => {
      const market = operatorSubjects.get(subject)
      return market ? [{ ...row, market, deliveries: sent }] : []
    }),
    operator_a_day: portal.settings().messaging.operator_a_day,
  }
}

const operatorSubjects = new Map(keysOf(markets).map((market) => [operatorSubject(market), market]))

const maxOf = (a: string, b: string) => (a > b ? a : b)
