import { expect, it } from 'vitest'
import { silentLog } from '@dhow/platform/log'
import type { Bus } from './bus.ts'
import { openLive, type LiveBalance } from './live.ts'

const zero = { chips: '0.00', held: '0.00' }
const credit = { type: 'balance', chips: '5.00', held: '0.00', currency: 'NAD' } as const

function open() {
  const receivers = new Map<string, (message: never) => void>()
  const resyncs: (() => unknown)[] = []
  const bus: Bus = {
    publish: (topic, message) => receivers.get(topic)?.(message as never),
    subscribe(topic, receive, resync) {
      receivers.set(topic, receive)
      resyncs.push(resync)
    },
    isAlone: () => true,
    close: () => Promise.resolve(),
  }
  const live = openLive(bus, silentLog)
  const received: unknown[] = []
  const socket = {
    bufferedAmount: 0,
    send: (text: string) => void received.push(JSON.parse(text)),
    close: () => void received.push('closed'),
    terminate: () => undefined,
  }
  return {
    live,
    received,
    /** Simulates that messages of other processes may have been lost. */
    resync: () => Promise.all(resyncs.map((resync) => resync())),
    join: (readBalance: () => Promise<LiveBalance | undefined>) => live.join(socket, 'pl_1', 'ses_1', readBalance),
  }
}

it('a stream begins with the balance, and a change during its reading follows', async () => {
  const { live, received, join } = open()
  let answer = (_: LiveBalance) => {}
  join(() => new Promise((resolve) => (answer = resolve)))
  live.publish('pl_1', credit)
  expect(received).toEqual([])
  answer(zero)
  await expect
    .poll(() => received)
    .toEqual([
      { seq: 0, type: 'hello', ...zero },
      { seq: 1, ...credit },
    ])
})

it('a stream begins without the balance if it cannot be read', async () => {
  const { received, join } = open()
  join(() => Promise.reject(new Error('the database is away')))
  await expect.poll(() => received).toEqual([{ seq: 0, type: 'hello' }])
})

it('a session that ends while the balance is read ends its stream at once', () => {
  const { live, received, join } = open()
  join(() => new Promise(() => {}))
  live.endSession('pl_1', 'ses_1', 'device')
  expect(received).toEqual([{ seq: 0, type: 'hello' }, { seq: 1, type: 'signed_out', reason: 'device' }, 'closed'])
})

it('skips a number and begins again with the balance after messages may have been lost', async () => {
  const { live, received, join, resync } = open()
  let answer = (_: LiveBalance) => {}
  let balance = Promise.resolve(zero)
  join(() => balance)
  await expect.poll(() => received).toEqual([{ seq: 0, type: 'hello', ...zero }])
  balance = new Promise((resolve) => (answer = resolve as typeof answer))
  const looked = resync()
  live.publish('pl_1', credit)
  expect(received).toHaveLength(1)
  answer({ chips: '3.00', held: '0.00' })
  await looked
  expect(received.slice(1)).toEqual([
    { seq: 2, type: 'hello', chips: '3.00', held: '0.00' },
    { seq: 3, ...credit },
  ])
})

it('ends a stream whose session ended while messages were lost', async () => {
  const { received, join, resync } = open()
  let balance: LiveBalance | undefined = zero
  join(() => Promise.resolve(balance))
  await expect.poll(() => received).toHaveLength(1)
  balance = undefined
  await resync()
  expect(received.slice(1)).toEqual([
    { seq: 2, type: 'hello' },
    { seq: 3, type: 'signed_out', reason: 'signed_out' },
    'closed',
  ])
})
