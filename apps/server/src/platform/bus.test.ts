import { silentLog } from '@dhow/platform/log'
import { expect, it } from 'vitest'
import { fakeClock, type FakeClock } from '../../test/parts.ts'
import { openBus } from './bus.ts'
import type { Wire, WireEnd } from './wire.ts'

const log = silentLog

/** A wire that delivers to every process and can be cut for one process or for all. */
function openFakeWires() {
  const ends = new Set<{ isUp: boolean; end: WireEnd }>()
  const sent: string[] = []
  return {
    sent,
    end() {
      const own = { isUp: true, end: { receive() {}, lost() {}, restored() {} } as WireEnd }
      const wire: Wire = {
        gatherMs: 25,
        payloadBytes: 7_500,
        open(end) {
          own.end = end
          ends.add(own)
          end.restored()
          return Promise.resolve()
        },
        send(payload) {
          if (!own.isUp) return Promise.reject(new Error('cut'))
          sent.push(payload)
          for (const one of ends) if (one.isUp) one.end.receive(payload)
          return Promise.resolve()
        },
        close: () => Promise.resolve(void ends.delete(own)),
      }
      return {
        own,
        wire,
        cut() {
          own.isUp = false
          own.end.lost()
        },
        mend() {
          own.isUp = true
          own.end.restored()
        },
      }
    },
  }
}

async function openProcess(wires: ReturnType<typeof openFakeWires>, clock: FakeClock, processId: string) {
  const end = wires.end()
  const bus = await openBus(end.wire, { clock, log, processId })
  const received: unknown[] = []
  let looks = 0
  bus.subscribe(
    'news',
    (message) => received.push(message),
    () => looks++,
  )
  return { bus, received, ...end, looks: () => looks }
}

/** Messages other than heartbeats. */
const news = ({ sent }: ReturnType<typeof openFakeWires>) => sent.filter((payload) => payload.includes('"news"'))

it('calls its own subscribers at once, and sends nothing while the process is alone', async () => {
  const wires = openFakeWires()
  const clock = fakeClock()
  const { bus, received } = await openProcess(wires, clock, 'one')
  bus.publish('news', { number: 1 })
  expect(received).toEqual([{ number: 1 }])
  await clock.advance(1_000)
  expect(news(wires)).toEqual([])
  await bus.close()
})

it('delivers to all processes in both directions once another one starts, in few messages', async () => {
  const wires = openFakeWires()
  const clock = fakeClock()
  const one = await openProcess(wires, clock, 'one')
  const two = await openProcess(wires, clock, 'two')
  const many = Array.from({ length: 200 }, (_, number) => ({ number, text: 'x'.repeat(60) }))
  for (const message of many) one.bus.publish('news', message)
  two.bus.publish('news', 'back')
  await clock.advance(25)
  expect(two.received).toEqual(['back', ...many])
  expect(one.received).toEqual([...many, 'back'])
  expect(news(wires).length).toBe(1 + Math.ceil((200 * 87) / 7_500))
  for (const payload of wires.sent) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
  await one.bus.close()
  await two.bus.close()
})

it('counts as alone a minute after the last message of the other process', async () => {
  const wires = openFakeWires()
  const clock = fakeClock()
  const one = await openProcess(wires, clock, 'one')
  const two = await openProcess(wires, clock, 'two')
  two.cut()
  const publishAfter = async (ms: number, text: string) => {
    for (let passed = 0; passed < ms; passed += 5_000) await clock.advance(5_000)
    one.bus.publish('news', text)
    await clock.advance(25)
  }
  await publishAfter(50_000, 'perhaps it is there')
  await publishAfter(20_000, 'it is gone')
  expect(news(wires).map((payload) => JSON.parse(payload).messages)).toEqual([[['news', 'perhaps it is there']]])
  await one.bus.close()
})

it('sends to all while its own messages do not come back, since other processes may exist', async () => {
  const wires = openFakeWires()
  const clock = fakeClock()
  const { bus, own } = await openProcess(wires, clock, 'one')
  // It does not notice that it is cut.
  own.end = { ...own.end, receive() {} }
  for (let beats = 0; beats < 4; beats++) await clock.advance(5_000)
  bus.publish('news', 'is anybody there')
  await clock.advance(25)
  expect(news(wires).length).toBe(1)
  await bus.close()
})

it('resynchronises once after it was cut off, and so does each process that missed one of its messages', async () => {
  const wires = openFakeWires()
  const clock = fakeClock()
  const [one, two, three] = [
    await openProcess(wires, clock, 'one'),
    await openProcess(wires, clock, 'two'),
    await openProcess(wires, clock, 'three'),
  ]
  await clock.advance(600)
  const before = [one, two, three].map(({ looks }) => looks())
  const looked = () => [one, two, three].map(({ looks }, index) => looks() - before[index]!)
  one.cut()
  expect(one.bus.isAlone()).toBe(false)
  one.bus.publish('news', 'lost on its way out')
  two.bus.publish('news', 'lost on its way in')
  await clock.advance(25)
  expect([one.received, two.received, three.received]).toEqual([
    ['lost on its way out'],
    ['lost on its way in'],
    ['lost on its way in'],
  ])
  expect(looked()).toEqual([0, 0, 0])
  one.mend()
  await clock.advance(600)
  expect(looked()).toEqual([1, 1, 1])
  two.bus.publish('news', 'it comes again')
  await clock.advance(600)
  expect(one.received.at(-1)).toBe('it comes again')
  expect(looked()).toEqual([1, 1, 1])
})

it('a process without a wire is alone, and calls its own subscribers', async () => {
  const bus = await openBus(undefined, { clock: fakeClock(), log, processId: 'one' })
  const received: unknown[] = []
  bus.subscribe('news', (message) => received.push(message), boom)
  bus.publish('news', 1)
  expect([bus.isAlone(), received]).toEqual([true, [1]])
  await bus.close()
})

const boom = () => {
  throw new Error('nothing was lost')
}

it('is alone at once after the other process shut down, and resynchronises after it became silent', async () => {
  const wires = openFakeWires()
  const clock = fakeClock()
  const [one, two, three] = [
    await openProcess(wires, clock, 'one'),
    await openProcess(wires, clock, 'two'),
    await openProcess(wires, clock, 'three'),
  ]
  await clock.advance(600)
  const before = one.looks()
  await two.bus.close()
  for (let passed = 0; passed < 20_000; passed += 1_000) await clock.advance(1_000)
  expect(one.looks()).toBe(before)
  // Killed: its unsent messages are lost.
  three.cut()
  expect(one.bus.isAlone()).toBe(false)
  for (let passed = 0; passed < 40_000; passed += 1_000) await clock.advance(1_000)
  expect(one.looks()).toBe(before + 1)
  await one.bus.close()
})

it('reads messages without numbers from an older server, and resynchronises for none of them', async () => {
  const wires = openFakeWires()
  const clock = fakeClock()
  const one = await openProcess(wires, clock, 'one')
  for (const number of [1, 2]) one.own.end.receive(`{"from":"old","messages":[["news",${number}]]}`)
  await clock.advance(600)
  expect([one.received, one.looks()]).toEqual([[1, 2], 0])
  await one.bus.close()
})
