import { expect, it } from 'vitest'
import { recentMonths, spanOfDays, spanOfMonth } from './statement-span.ts'

const now = new Date(2026, 10, 25, 12, 30, 45)
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toJSON()

it('a month lasts from its first day until before the next month’s', () => {
  const [november, october] = recentMonths(now)
  expect(october && spanOfMonth(october, now)).toEqual({ from: at(2026, 9, 1), to: at(2026, 10, 1) })
  expect(november).toMatchObject({ id: '2026-11', isNow: true })
})

it('a current span ends with the newest settled minute, so that a repeated request gives the same', () => {
  const [november] = recentMonths(now)
  expect(november && spanOfMonth(november, now)).toEqual({ from: at(2026, 10, 1), to: at(2026, 10, 25, 12, 29) })
  expect(spanOfDays('2026-11-25', '2026-11-30', now)).toEqual({ from: at(2026, 10, 25), to: at(2026, 10, 25, 12, 29) })
})

it('the last day is included, and a missing day or the wrong order is no span', () => {
  expect(spanOfDays('2026-11-02', '2026-11-02', now)).toEqual({ from: at(2026, 10, 2), to: at(2026, 10, 3) })
  expect(spanOfDays('2026-11-03', '2026-11-02', now)).toBeUndefined()
  expect(spanOfDays('', '2026-11-02', now)).toBeUndefined()
})
