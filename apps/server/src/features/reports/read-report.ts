import { formatDecimal } from '@dhow/contract/money'
import type { QueryOf } from '@dhow/contract/operation'
import { recordOf } from '@dhow/contract/records'
import { reportFigures, type ReportFigure } from '@dhow/contract/report-figures'
import type { staffReport } from '@dhow/contract/reports'
import type { Market } from '@dhow/contract/shapes'
import { inEnglish } from '../../platform/texts.ts'
import { detailName } from '../deposits/index.ts'
import { dayIn, markets } from '../portal/index.ts'
import { addToDays, figureCodes, noCounts, valuesOf, valuesOfDays, type Values } from './day-values.ts'
import { listDays, periodBefore, periodOf, type Period } from './days.ts'
import { feeRowsOf, sumOfFees } from './fee-rows.ts'
import { methodOf, partOf, providerOf, sumsOf } from './figures.ts'
import type { ReportParts } from './parts.ts'
import {
  liabilityParts,
  readCounts,
  readLiability,
  readMovements,
  readRates,
  readRolledAt,
  type DayMovement,
} from './store.ts'
import type { RateRow } from './tables.ts'

/**
 * Figures of a market for a period and the preceding one, by day, provider and payment account.
 * @throws Refusal `report_backwards`, `report_too_long`
 */
export async function readReport(parts: ReportParts, query: QueryOf<typeof staffReport>) {
  const { market } = query
  const { timezone, currency } = markets[market]
  const period = periodOf(query, timezone, parts.platform.clock.now())
  const rates = await readRates(parts, market)
  const earlier = periodBefore(period)
  const [now, before] = [
    await readPeriod(parts, market, period, rates),
    await readPeriod(parts, market, earlier, rates),
  ]
  const names = await accountNames(parts)
  const liability = await readLiability(parts, market)
  return {
    market,
    currency,
    timezone,
    today: dayIn(timezone, parts.platform.clock.now()),
    ...period,
    before: earlier,
    as_of: await readRolledAt(parts),
    figures: figureCodes.map((code) => ({
      code,
      value: valueText(code, now.total[code]),
      before: valueText(code, before.total[code]),
    })),
    days: now.days.map(({ day, values }) => ({
      day,
      values: recordOf(figureCodes, (code) => valueText(code, values[code])),
    })),
    providers: byKey(now.movements, providerOf).map(([code, movements]) => {
      const { turnover, wins } = sumsOf(movements)
      return {
        code,
        turnover: formatDecimal(turnover),
        wins: formatDecimal(wins),
        ggr: formatDecimal(turnover - wins),
        fee: formatDecimal(sumOfFees(feeRowsOf('provider', code, movements, rates))),
      }
    }),
    methods: byKey(now.movements.filter(isDeposit), methodOf).map(([account, movements]) => ({
      account,
      name: names.get(account) ?? account,
      deposits: formatDecimal(sumsOf(movements).deposits),
      count: movements.reduce(
        (sum, row) => sum + Number(partOf('deposits', row) < 0n ? -row.transfers : row.transfers),
        0,
      ),
      fee: formatDecimal(sumOfFees(feeRowsOf('method', account, movements, rates))),
    })),
    liability: recordOf(liabilityParts, (part) => formatDecimal(liability[part])),
  }
}

async function readPeriod(parts: ReportParts, market: Market, period: Period, rates: readonly RateRow[]) {
  const movements = await readMovements(parts, market, period)
  const counts = await readCounts(parts, market, period)
  const amounts = addToDays(new Map(), movements)
  const days = listDays(period).map((day) => {
    const own = amounts.get(day)
    return {
      day,
      values: valuesOfDays(own ? new Map([[day, own]]) : new Map(), rates, {
        registrations: counts.registrations.get(day) ?? 0n,
        first_deposits: counts.firstDeposits.get(day) ?? 0n,
        active_players: counts.active.get(day) ?? 0n,
      }),
    }
  })
  const total = days.reduce<Values>((sum, { values }) => added(sum, values), valuesOf([], rates, noCounts))
  // A player who plays on two days of the period is active once.
  return { movements, days, total: { ...total, active_players: counts.activeInPeriod } }
}

const isDeposit = (movement: DayMovement) => partOf('deposits', movement) !== 0n

/** Movements by key, in key order, without those that have none. */
function byKey(movements: readonly DayMovement[], keyOf: (movement: DayMovement) => string | undefined) {
  const groups = new Map<string, DayMovement[]>()
  for (const movement of movements) {
    const key = keyOf(movement)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(movement)
    else groups.set(key, [movement])
  }
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b))
}

function added(a: Values, b: Values): Values {
  const sum = { ...a }
  for (const code of figureCodes) sum[code] += b[code]
  return sum
}

export const valueText = (code: ReportFigure, value: bigint) =>
  reportFigures[code].unit === 'money' ? formatDecimal(value) : String(value)

/** Names of the operator's deposit accounts. */
export async function accountNames({ platform: { db } }: Pick<ReportParts, 'platform'>): Promise<Map<string, string>> {
  const details = await db.kysely.selectFrom('deposits.payment_details').select(['id', 'name', 'name_code']).execute()
  return new Map(details.map((row) => [`bank_detail:${row.id}`, inEnglish(detailName(row))]))
}
