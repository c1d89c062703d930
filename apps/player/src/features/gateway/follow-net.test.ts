import type { LiveEvent } from '@dhow/contract/live'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followNet } from './follow-net.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function open() {
  let emit: (event: Pick<LiveEvent, 'type'>) => void = () => undefined
  const shown: string[] = []
  const ask = vi.fn<() => Promise<string>>(() => Promise.resolve('1.00'))
  const end = followNet(
    ask,
    (next) => {
      emit = next
      return () => (emit = () => undefined)
    },
    (net) => shown.push(net),
  )
  return { ask, shown, end, bet: () => emit({ type: 'balance' }) }
}

it('fetches at once, and shows nothing before', async () => {
  const { ask, shown } = open()
  expect([ask.mock.calls.length, shown]).toEqual([1, []])
  await vi.advanceTimersByTimeAsync(0)
  expect(shown).toEqual(['1.00'])
})

it('keeps updating for a player who bets faster than it fetches', async () => {
  const { ask, bet } = open()
  for (let second = 0; second < 12; second++) {
    bet()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(ask.mock.calls.length).toBeGreaterThanOrEqual(6)
})

it('fetches once more after the last bet, and never after its end', async () => {
  const { ask, bet, end } = open()
  bet()
  bet()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ask).toHaveBeenCalledTimes(2)
  bet()
  end()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ask).toHaveBeenCalledTimes(2)
})
