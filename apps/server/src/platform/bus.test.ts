import { silentLog } from '@dhow/platform/log'
import { expect, it } from 'vitest'
import { fakeClock, type FakeClock } from '../../test/parts.ts'
import { openBus } from './bus.ts'

const log = silentLog

/** A wire that carries everything to everybody, as NOTIFY does, and can be cut. */
function openWire() {
  const connections = new Set<{ receives: boolean; receive(payload: string): void }>()
  const sent: string[] = []
  return {
    sent,
    end() {
      const own = { receives: true, receive: (_payload: string) => {} }
      return {
        own,
        listen(_channel: string, receive: (payload: string) => void) {
          own.receive = receive
          connections.add(own)
          return Promise.resolve()
        },
        notify(_channel: string, payload: string) {
          sent.push(payload)
          for (const one of connections) if (one.receives) one.receive(payload)
          return Promise.resolve()
        },
      }
    },
  }
}

async function openProcess(wire: ReturnType<typeof openWire>, clock: FakeClock, processId: string) {
  const end = wire.end()
  const bus = await openBus(end, { clock, log, processId, alone: false })
  const received: unknown[] = []
  bus.subscribe('news', (message) => received.push(message))
  return { bus, received, connection: end.own }
}

/** Messages beside the heartbeats. */
const news = ({ sent }: ReturnType<typeof openWire>) => sent.filter((payload) => payload.includes('"news"'))

it('reaches its own subscribers at once, and sends nothing while the process is alone', async () => {
  const wire = openWire()
  const clock = fakeClock()
  const { bus, received } = await openProcess(wire, clock, 'one')
  bus.publish('news', { number: 1 })
  expect(received).toEqual([{ number: 1 }])
  await clock.advance(1_000)
  expect(news(wire)).toEqual([])
  await bus.close()
})

it('reaches all processes once another one starts, both ways, in few messages', async () => {
  const wire = openWire()
  const clock = fakeClock()
  const one = await openProcess(wire, clock, 'one')
  const two = await openProcess(wire, clock, 'two')
  const many = Array.from({ length: 200 }, (_, number) => ({ number, text: 'x'.repeat(60) }))
  for (const message of many) one.bus.publish('news', message)
  two.bus.publish('news', 'back')
  await clock.advance(25)
  expect(two.received).toEqual(['back', ...many])
  expect(one.received).toEqual([...many, 'back'])
  expect(news(wire).length).toBe(1 + Math.ceil((200 * 87) / 7_500))
  for (const payload of wire.sent) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
  await one.bus.close()
  await two.bus.close()
})

it('counts as alone a minute after the last message of the other process', async () => {
  const wire = openWire()
  const clock = fakeClock()
  const one = await openProcess(wire, clock, 'one')
  const two = await openProcess(wire, clock, 'two')
  await two.bus.close()
  const publishAfter = async (ms: number, text: string) => {
    for (let passed = 0; passed < ms; passed += 5_000) await clock.advance(5_000)
    one.bus.publish('news', text)
    await clock.advance(25)
  }
  await publishAfter(50_000, 'perhaps it is there')
  await publishAfter(20_000, 'it is gone')
  expect(news(wire).map((payload) => JSON.parse(payload).messages)).toEqual([[['news', 'perhaps it is there']]])
  await one.bus.close()
})

it('sends to all while it does not receive its own messages, since others may be there', async () => {
  const wire = openWire()
  const clock = fakeClock()
  const { bus, connection } = await openProcess(wire, clock, 'one')
  connection.receives = false
  for (let beats = 0; beats < 4; beats++) await clock.advance(5_000)
  bus.publish('news', 'is anybody there')
  await clock.advance(25)
  expect(news(wire).length).toBe(1)
  await bus.close()
})
