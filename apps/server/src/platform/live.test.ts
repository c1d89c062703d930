import { expect, it } from 'vitest'
import { silentLog } from '@dhow/platform/log'
import type { Bus } from './bus.ts'
import { openLive, type LiveBalance } from './live.ts'

const zero = { chips: '0.00', held: '0.00' }
const credit = { type: 'balance', chips: '5.00', held: '0.00', currency: 'NAD' } as const

function open() {
  const receivers = new Map<string, (message: never) => void>()
  const bus: Bus = {
    publish: (topic, message) => receivers.get(topic)?.(message as never),
    subscribe: (topic, receive) => void receivers.set(topic, receive),
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
    join: (readBalance: () => Promise<LiveBalance>) => live.join(socket, 'pl_1', 'ses_1', readBalance),
  }
}

it('a stream begins with the balance, and a change while that is read follows it', async () => {
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

it('a stream begins without the balance where that cannot be read', async () => {
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
