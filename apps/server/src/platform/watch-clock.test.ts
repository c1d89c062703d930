import { expect, it } from 'vitest'
import { silentLog } from '@dhow/platform/log'
import { fakeClock } from '../../test/parts.ts'
import { openClockDifference } from './clock-difference.ts'
import { every } from './every.ts'
import { openJobs } from './jobs.ts'
import { watchClock } from './watch-clock.ts'

const hourMs = 3_600_000

it('a clock 80 hours ahead stops the expiry jobs, and a corrected clock resumes them', async () => {
  const clock = fakeClock()
  const log = silentLog
  const jobs = openJobs(clock)
  const difference = openClockDifference()
  let aheadMs = 80 * hourMs
  const databaseNow = () => Promise.resolve(new Date(clock.now().getTime() - aheadMs))
  const stopWatching = await watchClock({ clock, jobs, log, mostMs: 30_000, databaseNow, difference })
  expect(difference.aheadMs()).toBe(80 * hourMs)
  const runs: string[] = []
  const stops = ['deposits-expire', 'invariants'].map((name) =>
    every({ clock, log, jobs }, name, 5_000, () => Promise.resolve(runs.push(name))),
  )
  for (const _turn of [1, 2]) await clock.advance(10_000)
  expect(new Set(runs)).toEqual(new Set(['invariants']))
  expect(jobs.heldBecause()).toEqual({ seconds: 288_000, side: 'ahead' })

  aheadMs = 2_000
  for (const _turn of [1, 2, 3, 4]) await clock.advance(10_000)
  expect([runs.includes('deposits-expire'), jobs.heldBecause()]).toEqual([true, undefined])
  expect(difference.aheadMs()).toBe(2_000)
  stopWatching()
  await Promise.all(stops.map((stop) => stop()))
})
