import { dayIn } from '../portal/index.ts'
import { addDays, type Period } from './days.ts'

export type Span = 'day' | 'week' | 'month'

const quarterMs = 900_000
/** A month and a day in quarters of an hour. */
const maxQuarters = 32 * 96

/**
 * First instant after `now` when a report is due: at a full hour of the time zone, each day, each Monday, or each first
 * of the month. UTC offsets are whole quarters of an hour.
 */
export function nextDue({ every, hour }: { every: Span; hour: number }, timeZone: string, now: Date): Date {
  const begin = Math.floor(now.getTime() / quarterMs) + 1
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const wanted = `${String(hour).padStart(2, '0')}:00`
  for (let quarter = begin; quarter <= begin + maxQuarters; quarter++) {
    const at = new Date(quarter * quarterMs)
    if (clock.format(at) === wanted && isDay(every, dayIn(timeZone, at))) return at
  }
  throw new Error(`${timeZone} has no ${wanted}`)
}

function isDay(every: Span, day: string): boolean {
  if (every === 'week') return new Date(`${day}T00:00:00Z`).getUTCDay() === 1
  return every === 'day' || day.endsWith('-01')
}

/** The whole day, week or month before the due day. */
export function periodBeforeDue(every: Span, timeZone: string, due: Date): Period {
  const to = addDays(dayIn(timeZone, due), -1)
  if (every === 'day') return { from: to, to }
  return every === 'week' ? { from: addDays(to, -6), to } : { from: `${to.slice(0, 8)}01`, to }
}
