import { silentLog } from '@dhow/platform/log'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openReadTogether } from './read-together.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const settled = () => new Promise<void>((resolve) => void setImmediate(() => setImmediate(resolve)))

function open() {
  const groups: string[][] = []
  const read = openReadTogether({ log: silentLog, faults: undefined }, (keys) => {
    groups.push(keys)
    return Promise.resolve(new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `of ${key}`])))
  })
  return { groups, read }
}

it('a single caller is served at once; those who come one by one after it are grouped', async () => {
  const { groups, read } = open()
  expect(await read('first')).toBe('of first')
  const later: Promise<string | undefined>[] = []
  for (const key of ['second', 'nobody', 'second', 'third']) {
    later.push(read(key))
    await settled()
  }
  expect(groups).toEqual([['first']])
  await vi.advanceTimersByTimeAsync(25)
  expect(await Promise.all(later)).toEqual(['of second', undefined, 'of second', 'of third'])
  expect(groups).toEqual([['first'], ['second', 'nobody', 'third']])
  await vi.advanceTimersByTimeAsync(25)
  expect(await read('last')).toBe('of last')
})

it('a large group starts without waiting', async () => {
  const { groups, read } = open()
  await read('first')
  const many = Array.from({ length: 40 }, (_, index) => read(`${index}`))
  await settled()
  expect(groups.map((group) => group.length)).toEqual([1, 32])
  await vi.advanceTimersByTimeAsync(25)
  expect(await Promise.all(many)).toHaveLength(40)
  expect(groups.map((group) => group.length)).toEqual([1, 32, 8])
})
