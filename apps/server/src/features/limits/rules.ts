import type { LimitPeriod } from '@dhow/contract/limits'
import type { Currency } from '@dhow/contract/money'

/** A raise can be confirmed this long after its request. */
export const raiseDelayMs = 24 * 3_600_000

/** UTC offset of the market, all year; `limits.day` of the database has the same. */
const aheadMs: Record<Currency, number> = { NAD: 120 * 60_000, INR: 330 * 60_000 }

/** Calendar period that contains `now`, in the market's time: from its start up to its end. */
export function periodBounds(period: LimitPeriod, currency: Currency, now: Date): { from: Date; until: Date } {
  const local = new Date(now.getTime() + aheadMs[currency])
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
  const sinceMonday = (local.getUTCDay() + 6) % 7
  const bounds: Record<LimitPeriod, [from: number, until: number]> = {
    day: [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)],
    week: [Date.UTC(year, month, day - sinceMonday), Date.UTC(year, month, day - sinceMonday + 7)],
    month: [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)],
  }
  const [from, until] = bounds[period]
  return { from: new Date(from - aheadMs[currency]), until: new Date(until - aheadMs[currency]) }
}

/** The same day some months later; a day that the month lacks becomes its last one. */
export function monthsLater(from: Date, months: number): Date {
  const later = new Date(from)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== from.getUTCDate()) later.setUTCDate(0)
  return later
}

/** Calendar week before the one of `now`, in the market's time. */
export function weekBefore(currency: Currency, now: Date): { from: Date; until: Date } {
  const { from } = periodBounds('week', currency, now)
  return { from: new Date(from.getTime() - 7 * 24 * 3_600_000), until: from }
}
