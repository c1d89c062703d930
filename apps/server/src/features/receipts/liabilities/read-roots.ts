import type { LiabilityDay } from '@dhow/contract/liabilities'
import { currency } from '@dhow/contract/shapes'
import { formatDecimal } from '@dhow/contract/money'
import type { Db } from '../../../platform/db/index.ts'

const mostDays = 31

/**
 * Newest roots of all currencies, with the operator's declared reserve and the number of players who checked; newest
 * first.
 */
export async function readRoots(db: Db): Promise<LiabilityDay[]> {
  const days = db.selectFrom('receipts.liability_root').select('day').distinct().orderBy('day', 'desc').limit(mostDays)
  const rows = await db
    .selectFrom('receipts.liability_root as root')
    .innerJoin('receipts.record as record', 'record.number', 'root.record')
    .leftJoin('receipts.bank_balance as bank', (join) =>
      join.onRef('bank.day', '=', 'root.day').onRef('bank.currency', '=', 'root.currency'),
    )
    .selectAll('root')
    .select(['record.leaf', 'record.text', 'bank.amount_minor as bank_minor'])
    .select((eb) =>
      eb
        .selectFrom('receipts.liability_check as checked')
        .select((inner) => inner.fn.countAll<bigint>().as('checks'))
        .whereRef('checked.day', '=', 'root.day')
        .whereRef('checked.currency', '=', 'root.currency')
        .as('checks'),
    )
    .where('root.day', 'in', days)
    .orderBy('root.day', 'desc')
    .orderBy('root.currency')
    .execute()
  return rows.map((row) => ({
    day: row.day,
    currency: currency.parse(row.currency),
    total: formatDecimal(row.total_minor),
    bank_balance: row.bank_minor === null ? null : formatDecimal(row.bank_minor),
    checks: Number(row.checks ?? 0n),
    place: row.leaf === null ? null : Number(row.leaf),
    root: row.text,
    published_at: row.made_at.toJSON(),
  }))
}
