import type { QueryOf } from '@dhow/contract/operation'
import type { staffFunnelPayments } from '@dhow/contract/report-funnel'
import { formatDecimal, type Currency } from '@dhow/contract/money'
import { sql } from 'kysely'
import { markets } from '../portal/index.ts'
import { periodOf } from './days.ts'
import type { ReportParts } from './parts.ts'
import { methodNameOf, paymentsIn } from './read-funnel.ts'

const pageSize = 50

interface PaymentRow {
  id: string
  player_id: string
  method: string
  currency: Currency
  amount_minor: bigint | null
  state: string
  submitted_at: Date
  approved_at: Date | null
  credited_at: Date | null
}

/** Payments counted in a funnel, newest first. @throws Refusal `report_backwards`, `report_too_long` */
export async function listFunnelPayments(parts: ReportParts, query: QueryOf<typeof staffFunnelPayments>) {
  const { market, method, step, cursor } = query
  const period = periodOf(query, markets[market].timezone, parts.platform.clock.now())
  const [atMs, lastId] =
    cursor === undefined ? [] : [cursor.slice(0, cursor.indexOf('_')), cursor.slice(cursor.indexOf('_') + 1)]
  const { rows } = await sql<PaymentRow>`
    with listed as materialized (
      select id from (${paymentsIn(market, period)}) payment
      where (${method ?? null}::text is null or method = ${method ?? null})
        and case ${step}::text when 'approved' then approved_at is not null when 'credited' then credited_at is not null
          when 'not_credited' then credited_at is null else true end
        and (${lastId ?? null}::text is null or (submitted_at, id) < (${new Date(Number(atMs ?? 0))}::timestamptz, ${lastId ?? ''}))
      order by submitted_at desc, id desc limit ${pageSize + 1}
    )
    select payment.id, player_id, method, currency, amount_minor, state, submitted_at, approved_at, credited_at
    from reports.payment_steps payment where id = any (array(select id from listed)) order by submitted_at desc, id desc`.execute(
    parts.platform.db.kysely,
  )
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    payments: shown.map(({ amount_minor, submitted_at, approved_at, credited_at, ...row }) => ({
      ...row,
      name: methodNameOf(parts, row.method),
      amount: amount_minor === null ? null : formatDecimal(amount_minor),
      submitted_at: submitted_at.toISOString(),
      approved_at: approved_at?.toISOString() ?? null,
      credited_at: credited_at?.toISOString() ?? null,
    })),
    next_cursor: last && rows.length > pageSize ? `${last.submitted_at.getTime()}_${last.id}` : null,
  }
}
