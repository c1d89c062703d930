import { useEffect, useState } from 'react'
import { fill } from '../../shared/format.ts'
import type { Words } from '../../shared/words/words.tsx'

const minuteMs = 60_000

/** The server's clock in milliseconds, from its last answer; ticks every minute. */
export function useServerNow(now: string | undefined, answeredAtMs: number): number | undefined {
  const [atMs, setAtMs] = useState(answeredAtMs)
  useEffect(() => {
    const timer = setInterval(() => setAtMs(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now === undefined ? undefined : Date.parse(now) + Math.max(0, atMs - answeredAtMs)
}

/** A span in its two largest units. */
export function spanOf({ tournaments: { time } }: Words, leftMs: number): string {
  const minutes = Math.floor(leftMs / minuteMs)
  if (minutes < 1) return time.soon
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24]
  if (days > 0) return fill(time.days, { days, hours })
  return fill(hours > 0 ? time.hours : time.minutes, { hours, minutes: minutes % 60 })
}
