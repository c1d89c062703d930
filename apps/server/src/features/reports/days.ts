import { dayIn } from '../portal/index.ts'
import { Refusal } from '../../platform/refusal.ts'

const dayMs = 86_400_000
const maxDays = 400
const defaultDays = 7

export interface Period {
  from: string
  to: string
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)

export const lengthOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** All days of a period, in order. */
export const listDays = (period: Period): string[] =>
  Array.from({ length: lengthOf(period) }, (_, index) => addDays(period.from, index))

/**
 * The requested period; default: the last seven days of the market.
 * @throws Refusal `report_backwards`, `report_too_long`
 */
export function periodOf(
  asked: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
  now: Date,
): Period {
  const to = asked.to ?? dayIn(timeZone, now)
  const from = asked.from ?? addDays(to, 1 - defaultDays)
  if (from > to) throw new Refusal('report_backwards')
  if (lengthOf({ from, to }) > maxDays) throw new Refusal('report_too_long')
  return { from, to }
}

/** The preceding period of the same length. */
export const periodBefore = (period: Period): Period => ({
  from: addDays(period.from, -lengthOf(period)),
  to: addDays(period.from, -1),
})

/**
 * Whole calendar months of a period: from the first day of the first one, until the day after the last one. Without
 * any, both are its first day.
 */
export function wholeMonthsOf({ from, to }: Period): { begins: string; ends: string } {
  const begins = from.endsWith('-01') ? from : firstOfNextMonth(from)
  const ends = `${addDays(to, 1).slice(0, 8)}01`
  return begins < ends ? { begins, ends } : { begins: from, ends: from }
}

const firstOfNextMonth = (day: string): string => `${addDays(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`
