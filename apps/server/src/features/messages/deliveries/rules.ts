import type { Market } from '@dhow/contract/shapes'

/** Local times between which no ordinary message is sent, such as 21:00 and 08:00; equal times mean none. */
export interface QuietHours {
  from: string
  to: string
}

const firstRetryMs = 5_000
const longestRetryMs = 1_800_000

/** Delay of a delivery's next try, by the number of earlier tries. */
export const retryAfterMs = (tries: number) => Math.min(firstRetryMs * 2 ** Math.min(tries, 12), longestRetryMs)

/** A delivery that nobody accepted for this long is outdated. Quiet hours are shorter than a day. */
export const lifetimeMs = 48 * 3_600_000

/** End of the quiet hours that contain `now`; undefined outside them. To the minute, by the time zone's wall clock. */
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

/** Subject of a market's count in the operator's cap. */
export const operatorSubject = (market: Market) => `operator:${market}`
