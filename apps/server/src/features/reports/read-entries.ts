import { sql } from 'kysely'
import { formatDecimal } from '@dhow/contract/money'
import type { QueryOf } from '@dhow/contract/operation'
import type { staffReportEntries } from '@dhow/contract/reports'
import { markets } from '../portal/index.ts'
import { periodOf } from './days.ts'
import type { ReportParts } from './parts.ts'
import { excludePlay, rulesIn } from './rule-rows.ts'

const pageSize = 50

interface EntryRow {
  id: bigint
  at: Date
  reason: string
  key: string
  player_id: string | null
  mobile: string | null
  debit: string
  credit: string
  amount_minor: bigint
}

/**
 * Ledger entries of a figure, newest first. The daily sums give the range of ids.
 * @throws Refusal `report_backwards`, `report_too_long`
 */
export async function readEntries({ platform: { db, clock } }: ReportParts, query: QueryOf<typeof staffReportEntries>) {
  const { market, figure, hour, cursor } = query
  const { timezone, currency } = markets[market]
  const { from, to } = periodOf(query, timezone, clock.now())
  const rules = rulesIn(figure)
  const { rows } = await sql<EntryRow>`
    with span as (
      select min(first_id) as first_id, max(last_id) as last_id
      from reports.day_movement movement
      join jsonb_to_recordset(${rules}::jsonb) as rule (debits text[], credits text[], sign integer) on split_part(movement.debit, ':', 1) = any (rule.debits) and split_part(movement.credit, ':', 1) = any (rule.credits)
      where market = ${market} and day between ${from}::date and ${to}::date and not is_test
    )
    select transfer.id, posting.happened_at as at, posting.reason, posting.key, transfer.player_id, player.mobile,
      reports.account_kind(transfer.debit) as debit, reports.account_kind(transfer.credit) as credit, rule.sign * transfer.amount_minor as amount_minor
    from span
    join ledger.transfers transfer on transfer.id between span.first_id and least(span.last_id, coalesce(${cursor ?? null}::bigint - 1, span.last_id))
      ${excludePlay(figure)}
    join jsonb_to_recordset(${rules}::jsonb) as rule (debits text[], credits text[], sign integer) on split_part(transfer.debit, ':', 1) = any (rule.debits) and split_part(transfer.credit, ':', 1) = any (rule.credits)
    join ledger.postings posting on posting.id = transfer.posting_id
    join accounts.player_card player on player.id = transfer.player_id and player.market = ${market} and not player.is_test
    where posting.happened_at >= ${from}::date::timestamp at time zone ${timezone}
      and posting.happened_at < (${to}::date + 1)::timestamp at time zone ${timezone}
      and (${hour ?? null}::int is null or extract(hour from posting.happened_at at time zone ${timezone}) = ${hour ?? null}::int)
    order by transfer.id desc limit ${pageSize + 1}`.execute(db.kysely)
  const page = rows.slice(0, pageSize)
  return {
    currency,
    entries: page.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      reason: row.reason,
      key: row.key,
      player_id: row.player_id,
      mobile: row.mobile,
      debit: row.debit,
      credit: row.credit,
      amount: formatDecimal(row.amount_minor),
    })),
    next_cursor: rows.length > pageSize ? String(page.at(-1)?.id) : null,
  }
}
