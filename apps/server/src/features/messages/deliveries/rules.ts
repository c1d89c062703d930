import type { Market } from '@dhow/contract/shapes'

/** Local times between which no ordinary message leaves, such as 21:00 and 08:00; equal ones are none. */
export interface QuietHours {
  from: string
  to: string
}

const firstRetryMs = 5_000
const longestRetryMs = 1_800_000

/** How long a delivery that could not be made waits for its next try, by the tries before it. */
export const retryAfterMs = (tries: number) => Math.min(firstRetryMs * 2 ** Math.min(tries, 12), longestRetryMs)

/** A delivery that nobody accepted for this long is no news any more. Quiet hours are shorter than a day. */
export const livesMs = 48 * 3_600_000

/** When the quiet hours end that `now` lies in; undefined outside of them. To the minute, by the wall clock of the time zone. */
export function quietUntil(now: Date, timeZone: string, { from, to }: QuietHours): Date | undefined {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  const minute = minuteOfDay(now, timeZone)
  const isQuiet = start <= end ? start <= minute && minute < end : minute >= start || minute < end
  if (!isQuiet) return undefined
  const whole = Math.floor(now.getTime() / 60_000) * 60_000
  return new Date(whole + ((end - minute + 1_440) % 1_440) * 60_000)
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

function minuteOfDay(at: Date, timeZone: string): number {
  const text = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
  return minutesOf(text)
}

/** Under this the deliveries of a market are counted in the operator's cap. */
export const operatorSubject = (market: Market) => `operator:${market}`
