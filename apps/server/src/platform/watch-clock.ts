import type { Clock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { ClockDifference } from './clock-difference.ts'
import type { Jobs } from './jobs.ts'

const checkIntervalMs = 30_000
const accurateRoundTripMs = 500

/**
 * Compares this server's clock with the database's, now and every half minute, and stops the jobs while they differ by
 * more than `mostMs`: a clock hours ahead would expire players' deposits. Resolves after the first comparison.
 * @returns a function that stops the comparison
 */
export async function watchClock(parts: {
  clock: Clock
  jobs: Jobs
  log: Log
  mostMs: number
  databaseNow(): Promise<Date>
  /** Receives each measurement. */
  difference: Pick<ClockDifference, 'measured'>
}): Promise<() => void> {
  const { clock, jobs, log, mostMs, databaseNow, difference } = parts
  let cancel = () => {}
  let isStopped = false

  async function look() {
    try {
      const before = clock.now().getTime()
      const there = (await databaseNow()).getTime()
      // Midpoint between the question and its answer.
      const after = clock.now().getTime()
      const aheadMs = (before + after) / 2 - there
      // A slower answer is too inexact.
      if (after - before < accurateRoundTripMs) difference.measured(aheadMs)
      const seconds = Math.round(Math.abs(aheadMs) / 1_000)
      const isWrong = Math.abs(aheadMs) > mostMs
      const side = aheadMs > 0 ? 'ahead' : 'behind'
      if (isWrong) log.error({ seconds, side }, 'the clock differs from the database’s; jobs are paused')
      jobs.hold(isWrong ? { seconds, side } : undefined)
    } catch (error) {
      log.warn({ err: error }, 'the database’s clock could not be read')
    }
    if (!isStopped) cancel = clock.after(checkIntervalMs, () => void look())
  }
  await look()
  return () => {
    isStopped = true
    cancel()
  }
}
