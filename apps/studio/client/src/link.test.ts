import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openLink, type Link } from './link.ts'

/** Fake WebSocket, which the test answers and closes. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  static all: Socket[] = []
  readyState = 0
  sent: { t: string; id?: string }[] = []
  constructor() {
    super()
    Socket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as { t: string })
  }
  close() {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
  opens() {
    this.readyState = Socket.OPEN
    this.dispatchEvent(new Event('open'))
  }
  receive(message: object) {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(message) }))
  }
  commands = () => this.sent.filter(({ t }) => t === 'bet').map(({ id }) => id)
}

const bet = (id: string) => ({ t: 'bet', id })
/** Target of the browser's `online` events. */
let network: EventTarget
let link: Link
let answers: [string, string][]
let states: string[]
const newest = () => Socket.all.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('document', new EventTarget())
  network = new EventTarget()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
  Socket.all = []
  answers = []
  states = []
  link = openLink({
    url: 'ws://studio.example/live/dhow',
    hello: () => ({ t: 'hello' }),
    received: () => undefined,
    answered: (id, code) => answers.push([id, code]),
    changed: (state) => states.push(state),
  })
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function seat() {
  newest().opens()
  newest().receive({ t: 'welcome' })
}

describe('a command', () => {
  test('is repeated until it is answered, and not after', () => {
    seat()
    link.sendCommand(bet('one'))
    vi.advanceTimersByTime(5_100)
    expect(newest().commands()).toEqual(['one', 'one', 'one'])
    newest().receive({ t: 'ack', id: 'one', code: 'ok' })
    vi.advanceTimersByTime(10_000)
    expect(newest().commands()).toHaveLength(3)
    newest().receive({ t: 'ack', id: 'one', code: 'ok' })
    expect(answers).toEqual([['one', 'ok']])
  })

  test('under way when the connection breaks is sent on the next one, once the player is seated', () => {
    seat()
    link.sendCommand(bet('one'))
    newest().close()
    expect(states).toEqual(['open', 'lost'])
    link.sendCommand(bet('two'))
    vi.advanceTimersByTime(1_000)
    expect(Socket.all).toHaveLength(2)
    newest().opens()
    expect(newest().commands()).toEqual([])
    newest().receive({ t: 'welcome' })
    expect(newest().commands()).toEqual(['one', 'two'])
  })
})

describe('the connection', () => {
  test('that is silent for forty seconds is closed and replaced', () => {
    seat()
    vi.advanceTimersByTime(46_000)
    expect(states).toEqual(['open', 'lost'])
    expect(Socket.all).toHaveLength(2)
  })

  test.each([0, 0.5, 0.999])('is retried often in the first seconds, and then less and less: jitter %d', (spread) => {
    vi.spyOn(Math, 'random').mockReturnValue(spread)
    seat()
    newest().close()
    const cutAtMs = Date.now()
    const triesMs: number[] = []
    for (let opened = Socket.all.length; Date.now() - cutAtMs < 60_000;) {
      vi.advanceTimersByTime(25)
      if (Socket.all.length === opened) continue
      opened = Socket.all.length
      triesMs.push(Date.now() - cutAtMs)
      newest().close()
    }
    vi.restoreAllMocks()
    // Another studio takes over after 1 to 1.5 seconds; its pages have to be back within three.
    for (const playsMs of [1_000, 1_250, 1_500]) expect(triesMs.find((ms) => ms >= playsMs)).toBeLessThan(2_500)
    expect(triesMs.filter((ms) => ms > 30_000).length).toBeLessThanOrEqual(8)
  })

  test('is retried once, at once, when the browser is back online', () => {
    seat()
    newest().close()
    network.dispatchEvent(new Event('online'))
    expect(Socket.all).toHaveLength(2)
    network.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(10_000)
    expect(Socket.all).toHaveLength(2)
  })

  test('ends for good if the seat is gone', () => {
    newest().opens()
    newest().receive({ t: 'bye', code: 'session_unknown' })
    newest().close()
    vi.advanceTimersByTime(60_000)
    expect(states).toEqual(['ended'])
    expect(Socket.all).toHaveLength(1)
  })

  test('computes the server’s time from the shortest round trip', () => {
    seat()
    const ahead = 5_000
    const slow = Date.now()
    vi.advanceTimersByTime(800)
    newest().receive({ t: 'pong', c: slow, s: slow + ahead + 700 })
    const quick = Date.now()
    vi.advanceTimersByTime(40)
    newest().receive({ t: 'pong', c: quick, s: quick + ahead + 20 })
    expect(link.nowMs() - Date.now()).toBe(ahead)
    const late = Date.now()
    vi.advanceTimersByTime(900)
    newest().receive({ t: 'pong', c: late, s: late + ahead + 890 })
    expect(link.nowMs() - Date.now()).toBe(ahead)
  })
})
