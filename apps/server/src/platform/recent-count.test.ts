import { expect, it } from 'vitest'
import { fakeClock } from '../../test/parts.ts'
import { openRecentCount } from './recent-count.ts'

it('counts events of the last minute and the last ten, and drops older ones', () => {
  const clock = fakeClock()
  const recent = openRecentCount(clock)
  const both = () => [recent.last(60), recent.last(600)]
  expect(both()).toEqual([0, 0])
  for (let n = 0; n < 3; n++) recent.add()
  clock.leap(59_999)
  recent.add()
  expect(both()).toEqual([4, 4])
  clock.leap(1)
  expect(both()).toEqual([1, 4])
  clock.leap(539_999)
  expect(both()).toEqual([0, 4])
  clock.leap(1)
  expect(both()).toEqual([0, 1])
  // The cell of the first second is reused for another second now.
  recent.add()
  expect(both()).toEqual([1, 2])
  clock.leap(3_600_000)
  expect(both()).toEqual([0, 0])
})

it('goes on counting when its clock is set back, also to before its start', () => {
  let nowMs = 5_000
  const recent = openRecentCount({ monotonicMs: () => nowMs })
  recent.add()
  nowMs = -3_600_500
  recent.add()
  expect([recent.last(60), recent.last(600)]).toEqual([1, 1])
  nowMs += 59_000
  recent.add()
  expect(recent.last(60)).toBe(2)
})
