import { systemClock } from '@dhow/platform/clock'
import { silentLog } from '@dhow/platform/log'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testEngine } from '../../test/engines.ts'
import { hasNats, startNats } from '../../test/nats-server.ts'
import { openEmptyDatabase } from '../../test/processes.ts'
import { openCuttableProxy } from '../../test/cuttable-proxy.ts'
import { natsUrlFault, openNatsWire } from './nats-wire.ts'
import { openNotifyWire } from './notify-wire.ts'
import type { Wire } from './wire.ts'

/** A kind of wire: a server of the test's own, and how to open a wire to an address. */
interface Kind {
  begin(): Promise<{ url: string; end(): Promise<void> }>
  open(url: string): Wire
}

const kinds: [string, boolean, Kind][] = [
  [
    'NOTIFY',
    testEngine === 'postgres',
    {
      async begin() {
        const { url, drop } = await openEmptyDatabase()
        return { url, end: drop }
      },
      open: (url) => openNotifyWire({ connectionString: url }, systemClock(), silentLog),
    },
  ],
  [
    'NATS',
    hasNats,
    {
      async begin() {
        const { url, stop } = await startNats()
        return { url, end: stop }
      },
      open: (url) => openNatsWire({ url, installation: 'an installation of the tests' }, systemClock(), silentLog),
    },
  ],
]

describe.each(kinds.filter(([, isHere]) => isHere))('a wire over %s', (_name, _isHere, kind) => {
  let begun: Awaited<ReturnType<Kind['begin']>>
  let proxy: Awaited<ReturnType<typeof openCuttableProxy>>
  beforeAll(async () => {
    begun = await kind.begin()
    proxy = await openCuttableProxy(begun.url)
  })
  afterAll(async () => {
    await proxy.block()
    await begun.end()
  })

  /** An open end, with the received payloads and counts of losses and restorations. */
  async function openEnd(url = begun.url) {
    const wire = kind.open(url)
    const received: string[] = []
    const states: string[] = []
    await wire.open({
      receive: (payload) => void received.push(payload),
      lost: () => void states.push('lost'),
      restored: () => void states.push('restored'),
    })
    await vi.waitUntil(() => states.length === 1, waiting)
    return { wire, received, states }
  }
  const waiting = { timeout: 30_000 }

  it('carries payloads to every process and to the sender, in order, up to its size limit', async () => {
    const [one, two] = [await openEnd(), await openEnd()]
    expect([one.states, two.states]).toEqual([['restored'], ['restored']])
    const payloads = ['', 'ශ්‍රී 𝄞 "quoted"\n', ...Array.from({ length: 50 }, (_, number) => String(number))]
    payloads.push('x'.repeat(one.wire.payloadBytes))
    for (const payload of payloads) await one.wire.send(payload)
    await vi.waitUntil(() => [one, two].every(({ received }) => received.length === payloads.length), waiting)
    expect(one.received).toEqual(payloads)
    expect(two.received).toEqual(payloads)
    await two.wire.close()
    await one.wire.send('two has left')
    await vi.waitUntil(() => one.received.at(-1) === 'two has left', waiting)
    expect(two.received).toHaveLength(payloads.length)
    await one.wire.close()
  })

  it('reports loss and restoration, keeps nothing for later, and carries on', async () => {
    const [cut, other] = [await openEnd(proxy.url), await openEnd()]
    await proxy.block()
    await vi.waitUntil(() => cut.states.at(-1) === 'lost', waiting)
    await expect(cut.wire.send('lost on its way out')).rejects.toThrow('connection')
    await other.wire.send('lost on its way in')
    await vi.waitUntil(() => other.received.length === 1, waiting)
    await proxy.open()
    await vi.waitUntil(() => cut.states.at(-1) === 'restored', waiting)
    await cut.wire.send('one')
    await other.wire.send('two')
    await vi.waitUntil(() => cut.received.length === 2, waiting)
    expect(cut.received.toSorted()).toEqual(['one', 'two'])
    await vi.waitUntil(() => other.received.length === 3, waiting)
    expect(cut.states).toEqual(['restored', 'lost', 'restored'])
    expect(other.states).toEqual(['restored'])
    await Promise.all([cut.wire.close(), other.wire.close()])
  })

  it('closes while it is disconnected', async () => {
    const { wire, states } = await openEnd(proxy.url)
    await proxy.block()
    await vi.waitUntil(() => states.at(-1) === 'lost', waiting)
    await wire.close()
    await proxy.open()
    expect(states).toEqual(['restored', 'lost'])
  })
})

describe.runIf(hasNats)('NATS', () => {
  it('may be unavailable from the start to the end', async () => {
    const nats = await startNats()
    await nats.stop()
    const restored: boolean[] = []
    const open = async (url: string) => {
      const wire = openNatsWire({ url, installation: 'late' }, systemClock(), silentLog)
      await wire.open({ receive() {}, lost() {}, restored: () => void restored.push(true) })
      return wire
    }
    const [early, never] = [await open(nats.url), await open('nats://127.0.0.1:1')]
    await expect(early.send('nobody')).rejects.toThrow('connection')
    await nats.start()
    await vi.waitUntil(() => restored.length === 1, { timeout: 30_000 })
    await Promise.all([early.close(), never.close()])
    await nats.stop()
  })
})

it.each([
  ['nats://127.0.0.1:4222', true],
  ['tls://dhow:s%40cret@one.example:4222, tls://two.example:4222', true],
  ['http://127.0.0.1:4222', false],
  ['one.example:4222', false],
  ['nats://one.example,', false],
])('NATS_URL %s is an address: %s', (text, isGood) => {
  expect(natsUrlFault(text) === undefined).toBe(isGood)
})
