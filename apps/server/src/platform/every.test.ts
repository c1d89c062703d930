import { expect, it } from 'vitest'
import { silentLog } from '@dhow/platform/log'
import { fakeClock } from '../../test/parts.ts'
import { every } from './every.ts'
import { openJobs } from './jobs.ts'

/** A job each minute that takes `tookMs`. */
function open(tookMs: number) {
  const clock = fakeClock()
  const jobs = openJobs(clock)
  const begunMs: number[] = []
  const stop = every({ clock, log: silentLog, jobs }, 'work', 60_000, () => {
    begunMs.push(clock.monotonicMs())
    return new Promise<void>((resolve) => void clock.after(tookMs, resolve))
  })
  /** Advances the clock second by second. */
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second++) await clock.advance(1_000)
  }
  return { jobs, begunMs, seconds, stop }
}

it('a job waits its interval between the end of a run and the next', async () => {
  const { jobs, begunMs, seconds, stop } = open(10_000)
  await seconds(160)
  expect(begunMs).toEqual([3_000, 73_000, 143_000])
  expect(jobs.list()).toMatchObject([{ name: 'work', eachMs: 60_000, tookMs: 10_000, isOk: true }])
  await stop()
})
