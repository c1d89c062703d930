import { keysOf } from '@dhow/contract/keys-of'
import { formatDecimal } from '@dhow/contract/money'
import type { QueryOf } from '@dhow/contract/operation'
import { recordOf } from '@dhow/contract/records'
import { reportFigures, type ReportFigure } from '@dhow/contract/report-figures'
import type { staffReport } from '@dhow/contract/reports'
import type { Market } from '@dhow/contract/shapes'
import { inEnglish } from '../../platform/texts.ts'
import { detailName } from '../deposits/index.ts'
import { dayIn, markets } from '../portal/index.ts'
import { daysOf, periodBefore, periodOf, type Period } from './days.ts'
import { baseOf, methodOf, partOf, providerOf, rateOn, shareOf, sumsOf } from './figures.ts'
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

const codes = keysOf(reportFigures)

type Values = Record<ReportFigure, bigint>

/**
 * Figures of a market for a period beside those of the one before, by day, provider and payment account.
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
    figures: codes.map((code) => ({
      code,
      value: valueText(code, now.total[code]),
      before: valueText(code, before.total[code]),
    })),
    days: now.days.map(({ day, values }) => ({
      day,
      values: recordOf(codes, (code) => valueText(code, values[code])),
    })),
    providers: byKey(now.movements, providerOf).map(([code, movements]) => {
      const { turnover, wins } = sumsOf(movements)
      return {
        code,
        turnover: formatDecimal(turnover),
        wins: formatDecimal(wins),
        ggr: formatDecimal(turnover - wins),
        fee: formatDecimal(feesOf('provider', code, movements, rates)),
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
      fee: formatDecimal(feesOf('method', account, movements, rates)),
    })),
    liability: recordOf(liabilityParts, (part) => formatDecimal(liability[part])),
  }
}

async function readPeriod(parts: ReportParts, market: Market, period: Period, rates: readonly RateRow[]) {
  const movements = await readMovements(parts, market, period)
  const counts = await readCounts(parts, market, period)
  const days = daysOf(period).map((day) => ({
    day,
    values: valuesOf(
      movements.filter((row) => row.day === day),
      rates,
      {
        registrations: counts.registrations.get(day) ?? 0n,
        first_deposits: counts.firstDeposits.get(day) ?? 0n,
        active_players: counts.active.get(day) ?? 0n,
      },
    ),
  }))
  const total = days.reduce<Values>((sum, { values }) => added(sum, values), valuesOf([], rates, noCounts))
  // A player who plays on two days of the period is active once.
  return { movements, days, total: { ...total, active_players: counts.activeInPeriod } }
}

export const noCounts = { registrations: 0n, first_deposits: 0n, active_players: 0n }

/** All figures of the movements of one day. */
export function valuesOf(
  movements: readonly DayMovement[],
  rates: readonly RateRow[],
  counts: typeof noCounts,
): Values {
  const { deposits, withdrawals, turnover, wins, bonus_cost } = sumsOf(movements)
  const ggr = turnover - wins
  const provider_fees = sumOver(byKey(movements, providerOf), ([code, rows]) => feesOf('provider', code, rows, rates))
  const payment_fees = sumOver(byKey(movements.filter(isDeposit), methodOf), ([account, rows]) =>
    feesOf('method', account, rows, rates),
  )
  const taxes = [...new Set(rates.filter(({ kind }) => kind === 'tax').map(({ code }) => code))]
  const tax = sumOver(taxes, (code) => feesOf('tax', code, movements, rates))
  return {
    ...{ deposits, withdrawals, net_deposits: deposits - withdrawals, turnover, wins, ggr, bonus_cost },
    ...{ provider_fees, payment_fees, tax, ngr: ggr - bonus_cost - provider_fees - payment_fees - tax },
    ...counts,
  }
}

/** Fees by a rate on movements, day by day, since each day has its own rounding and maybe its own rate. */
function feesOf(
  kind: RateRow['kind'],
  code: string,
  movements: readonly DayMovement[],
  rates: readonly RateRow[],
): bigint {
  return sumOver(
    byKey(movements, ({ day }) => day),
    ([day, rows]) => {
      const rate = rateOn(rates, kind, code, day)
      return rate === undefined ? 0n : shareOf(baseOf(rate, sumsOf(rows)), rate.basis_points)
    },
  )
}

const isDeposit = (movement: DayMovement) => partOf('deposits', movement) !== 0n

const sumOver = <Item>(items: readonly Item[], amountOf: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + amountOf(item), 0n)

/** Movements by a key, in the order of the keys; those without one are left out. */
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
  for (const code of codes) sum[code] += b[code]
  return sum
}

export const valueText = (code: ReportFigure, value: bigint) =>
  reportFigures[code].unit === 'money' ? formatDecimal(value) : String(value)

/** Names of the operator's accounts that players pay to. */
export async function accountNames({ platform: { db } }: Pick<ReportParts, 'platform'>): Promise<Map<string, string>> {
  const details = await db.kysely.selectFrom('deposits.payment_details').select(['id', 'name', 'name_code']).execute()
  return new Map(details.map((row) => [`bank_detail:${row.id}`, inEnglish(detailName(row))]))
}
