import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadLater } from './load-later.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failing = (times: number) => {
  let calls = 0
  return {
    load: () => (++calls > times ? Promise.resolve('code') : Promise.reject(new Error('cut'))),
    calls: () => calls,
  }
}

it('a failed load is retried until it succeeds', async () => {
  const { load, calls } = failing(2)
  const use = vi.fn<(loaded: string) => void>()
  loadLater(load, use)
  await vi.advanceTimersByTimeAsync(999)
  expect([calls(), use.mock.calls]).toEqual([1, []])
  await vi.advanceTimersByTimeAsync(2_001)
  expect([calls(), use.mock.calls]).toEqual([3, [['code']]])
})

it('each retry requests the file at a new address', async () => {
  const failed = new Error('Failed to fetch dynamically imported module: http://portal.test/assets/live-1a2b.js')
  const importAt = vi.fn<(address: string) => Promise<unknown>>()
  importAt.mockRejectedValueOnce(new Error('Failed … http://portal.test/assets/live-1a2b.js?again=1'))
  importAt.mockResolvedValueOnce('code')
  const [load, use] = [vi.fn<() => Promise<string>>(() => Promise.reject(failed)), vi.fn<(loaded: string) => void>()]
  loadLater(load, use, importAt)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(load).toHaveBeenCalledTimes(1)
  expect(importAt.mock.calls).toEqual([
    ['http://portal.test/assets/live-1a2b.js?again=1'],
    ['http://portal.test/assets/live-1a2b.js?again=2'],
  ])
  expect(use.mock.calls).toEqual([['code']])
})

it('a load is retried at once when the network is back', async () => {
  const { load } = failing(1)
  const use = vi.fn<(loaded: string) => void>()
  loadLater(load, use)
  await vi.advanceTimersByTimeAsync(0)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(use.mock.calls).toEqual([['code']])
})

it('a stopped load is neither used nor retried', async () => {
  const { load, calls } = failing(1)
  const use = vi.fn<(loaded: string) => void>()
  const stop = loadLater(load, use)
  await vi.advanceTimersByTimeAsync(0)
  stop()
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([calls(), use.mock.calls]).toEqual([1, []])
})
