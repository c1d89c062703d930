import { describe, expect, it } from 'vitest'
import { hasExpired, nextCheckMs } from './rules.ts'

const minutes = (kind: 'voucher' | 'redirect') => {
  const waits: number[] = []
  for (let wait = nextCheckMs(kind, 0); wait !== undefined; wait = nextCheckMs(kind, waits.length))
    waits.push(wait / 60_000)
  return waits
}

describe('a payment that nobody tells of', () => {
  it('by a voucher is asked about for a day, seldomer each time, and then goes to a person', () =>
    expect(minutes('voucher')).toEqual([0.25, 1, 5, 15, 60, 360, 1_440]))

  it('at a page is asked about for a day, has expired then, and is asked about daily for a week', () => {
    expect(minutes('redirect')).toEqual([1, 5, 15, 60, 360, ...Array<number>(8).fill(1_440)])
    expect([5, 6].map(hasExpired)).toEqual([false, true])
  })
})
