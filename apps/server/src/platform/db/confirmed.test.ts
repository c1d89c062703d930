import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/parts.ts'
import { silentLog } from '@dhow/platform/log'
import { openGroupQueue } from '../group-queue.ts'
import { confirmed, openSlots, UnconfirmedError } from './confirmed.ts'

const never = new Promise<never>(() => {})

it('passes on an answer, and an error of the database', async () => {
  const clock = fakeClock()
  expect(await confirmed(clock, Promise.resolve('written'))).toBe('written')
  await expect(confirmed(clock, Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})

it('rejects for its caller when a write is not confirmed in time', async () => {
  const clock = fakeClock()
  const waiting = confirmed(clock, never)
  await Promise.resolve()
  await Promise.all([expect(waiting).rejects.toBeInstanceOf(UnconfirmedError), clock.advance(8_000)])
})

it('does not limit the time of the work before a commit', async () => {
  const clock = fakeClock()
  let send = () => {}
  let answer = (_text: string) => {}
  const sent = new Promise<void>((resolve) => (send = resolve))
  const waiting = confirmed(clock, new Promise<string>((resolve) => (answer = resolve)), sent)
  await Promise.resolve()
  await clock.advance(600_000)
  send()
  await Promise.resolve()
  answer('written')
  expect(await waiting).toBe('written')
})

it('a slot goes to the callers in their order, and is refused if none is free in time', async () => {
  const clock = fakeClock()
  const slots = openSlots(clock, 1, 5_000)
  const leave = await slots.acquire()
  const order: string[] = []
  const second = slots.acquire().then((leaveToo) => (order.push('second'), leaveToo))
  const third = slots.acquire().then((leaveToo) => (order.push('third'), leaveToo))
  leave()
  const leaveSecond = await second
  await Promise.all([expect(third).rejects.toThrow('timeout exceeded when trying to connect'), clock.advance(5_000)])
  expect(order).toEqual(['second'])
  leaveSecond()
  await slots.acquire()
})

it('a released slot goes to the first waiting caller, not to a newer one', async () => {
  const clock = fakeClock()
  const slots = openSlots(clock, 1, 5_000)
  const leave = await slots.acquire()
  const order: string[] = []
  const first = slots.acquire().then((leaveToo) => (order.push('first'), leaveToo))
  leave()
  const late = slots.acquire().then((leaveToo) => (order.push('late'), leaveToo))
  const leaveFirst = await first
  expect(order).toEqual(['first'])
  leaveFirst()
  await late
})

it.each([
  ['was not confirmed', new UnconfirmedError('not confirmed'), 1],
  ['found no connection', new Error('timeout exceeded when trying to connect'), 1],
  ['has a bad item', new Error('a bad item'), 4],
])('a group that %s is tried again one by one only if that may help', async (_name, error, tries) => {
  const sizes: number[] = []
  const queue = openGroupQueue<number, number>({
    run(items) {
      sizes.push(items.length)
      return Promise.reject(error)
    },
    ...{ most: 10, width: 1, log: silentLog },
  })
  const ends = await Promise.allSettled([1, 2, 3].map((item) => queue.submit(item)))
  expect(ends.map((end) => end.status === 'rejected' && end.reason)).toEqual([error, error, error])
  expect(sizes).toHaveLength(tries)
})
