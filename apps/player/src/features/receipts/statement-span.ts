import { settledEnd } from '@dhow/contract/statement-rules'

/** A span in the form of the API. */
export interface Span {
  from: string
  to: string
}

/** A month by its first day in this device's time zone. */
export interface Month {
  /** Such as `2026-11`. */
  id: string
  first: Date
  isNow: boolean
}

const monthsShown = 13

/** This month and earlier ones, newest first. */
export function recentMonths(now: Date): Month[] {
  return Array.from({ length: monthsShown }, (_, back) => {
    const first = new Date(now.getFullYear(), now.getMonth() - back, 1)
    const id = `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, '0')}`
    return { id, first, isNow: back === 0 }
  })
}

/** Span of a month; the current one ends with the newest settled minute. */
export const spanOfMonth = ({ first }: Month, now: Date): Span =>
  spanUntil(first, new Date(first.getFullYear(), first.getMonth() + 1, 1), now)

/** Span of two days from date fields, the last included; undefined if invalid. */
export function spanOfDays(firstDay: string, lastDay: string, now: Date): Span | undefined {
  const first = new Date(`${firstDay}T00:00:00`)
  const last = new Date(`${lastDay}T00:00:00`)
  if (!(first <= last)) return undefined
  return spanUntil(first, new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1), now)
}

const spanUntil = (from: Date, end: Date, now: Date): Span => ({
  from: from.toJSON(),
  to: settledEnd(end, now).toJSON(),
})
