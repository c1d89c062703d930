import type { Market } from '@dhow/contract/shapes'
import { markets, type Portal } from '../portal/index.ts'

/** Days (Monday is 1) and hours in the market's time zone; hours that end before they begin cross midnight. */
export interface Schedule {
  days: number[]
  from: string
  until: string
}

/** Players who saw the payment details may have paid: they can report it for this long after the closing. */
const closedNoticeMs = 24 * 3_600_000

/** Whether the operator has closed a method. */
export const isClosed = (portal: Portal, code: string): boolean => portal.settings().closed.methods[code] !== undefined

/** Whether a payment to a closed method can still be reported. */
export const isReportable = (closedAt: Date | string | null, now: Date): boolean =>
  closedAt !== null && now.getTime() - new Date(closedAt).getTime() < closedNoticeMs

/** Whether a schedule is open at an instant. */
export function isWithin(schedule: Schedule | null, market: Market, at: Date): boolean {
  if (schedule === null) return true
  const { day, time } = localTime(market, at)
  const { days, from, until } = schedule
  if (from < until) return days.includes(day) && time >= from && time < until
  // Hours across midnight belong to the day on which they began.
  const dayBefore = day === 1 ? 7 : day - 1
  return (days.includes(day) && time >= from) || (days.includes(dayBefore) && time < until)
}

const week = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function localTime(market: Market, at: Date): { day: number; time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: markets[market].timezone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return { day: week.indexOf(part('weekday')) + 1, time: `${part('hour')}:${part('minute')}` }
}
