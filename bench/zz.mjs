#!/usr/bin/env node
// Delivery of the crash table's events to many connected players from one studio process.
//   node bench/crash-events.mjs [--players 10000] [--minutes 1 | --seconds 20] [--bets 200]
// The studio runs as it is shipped, on its embedded engine, against a small real HTTP wallet; the players run in a process of
// their own. An event's delay runs from the moment that it is about (the opening, the take-off, the gust by the server's
// clock, before it is written down) to its arrival at each player. Build first: npx tsc -b apps/studio.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    bets: { type: 'string', default: '200' },
    port: { type: 'string', default: '18310' },
    load: { type: 'boolean', default: false },
  },
})
const players = Number(values.players)
const minutes = values.seconds === undefined ? Number(values.minutes) : Number(values.seconds) / 60
const port = Number(values.port)
const bettingMs = 3000
const limitMs = 100
const growthLimit = 0.1
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

if (values.load) await load()
else await main()

async function main() {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { openHouseDouble } = await import(new URL('../apps/studio/dist/testing/house-double.js', import.meta.url).href)
  const house = await openHouseDouble()
  const folder = mkdtempSync(join(tmpdir(), 'crash-bench-'))
  const raised = (words, env) =>
    spawn('bash', ['-c', 'ulimit -n $(ulimit -Hn); exec "$@"', 'bench', process.execPath, ...words], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    })
  const studio = raised(['apps/studio/dist/main.js'], {
    STUDIO_PORT: String(port),
    STUDIO_DATA_DIR: folder,
    STUDIO_DATABASE_URL: '',
    STUDIO_WALLET_URL: house.url,
    STUDIO_WALLET_KEY: house.key,
    STUDIO_CHAIN_LENGTH: '10000',
    STUDIO_BETTING_MS: String(bettingMs),
    STUDIO_PAUSE_MS: '1000',
    STUDIO_SOCKETS_PER_ADDRESS: '100000',
    LOG_LEVEL: 'warn',
  })
  studio.stdout.pipe(process.stderr)
  try {
    for (let tries = 0; ; tries++) {
      const health = await fetch(`http://127.0.0.1:${port}/health`).then(
        (answer) => answer.json(),
        () => null,
      )
      if (health?.state === 'playing') break
      if (tries > 300) throw new Error('the studio does not play')
      await wait(200)
    }
    const words = ['--load', '--players', values.players, '--minutes', String(minutes), '--bets', values.bets]
    const loader = raised([fileURLToPath(import.meta.url), ...words, '--port', values.port], {})
    const lines = []
    const rss = []
    let isMeasuring = false
    let buffered = ''
    loader.stdout.on('data', (part) => {
      buffered += part
      for (let end = buffered.indexOf('\n'); end >= 0; end = buffered.indexOf('\n')) {
        const line = JSON.parse(buffered.slice(0, end))
        buffered = buffered.slice(end + 1)
        if (line.measuring !== undefined) isMeasuring = line.measuring
        else lines.push(line)
      }
    })
    const sampler = setInterval(() => {
      if (!isMeasuring) return
      const status = readFileSync(`/proc/${studio.pid}/status`, 'utf8')
      rss.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    }, 1000)
    await new Promise((resolve) => loader.on('exit', resolve))
    clearInterval(sampler)
    report(lines[0], rss)
  } finally {
    studio.kill('SIGTERM')
    await new Promise((resolve) => studio.on('exit', resolve))
    await house.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function report(result, rss) {
  // Memory settles while the first rounds run; growth is what comes after the first quarter.
  const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN
  const quarter = Math.max(1, Math.floor(rss.length / 4))
  const early = middle(rss.slice(quarter, quarter * 2))
  const late = middle(rss.slice(-quarter))
  const growth = late / early - 1
  const row = (name, value, bar = '') => console.log(`${name.padEnd(44)}${String(value).padStart(12)}   ${bar}`)
  row('players connected', result.connected)
  row('rounds watched', result.rounds)
  row('events delivered', result.delivered)
  row('events missed', result.missed, 'bar 0')
  for (const [kind, one] of Object.entries(result.kinds)) {
    row(`${kind}: p50 / p99 / max ms`, `${one.p50} / ${one.p99} / ${one.max}`)
  }
  row('delivery, 50th percentile, ms', result.p50)
  row('delivery, 95th percentile, ms', result.p95)
  row('delivery, 99th percentile, ms', result.p99, `bar ${limitMs}: ${(result.p99 / limitMs).toFixed(2)} of it`)
  row(
    'messages a player and minute',
    (result.delivered / result.connected / minutes).toFixed(0),
    'the curve ten times a second: 600',
  )
  row('public bytes a player and minute', Math.round(result.bytesPerMinute), 'bar 10240')
  row('resident memory early, MB', early.toFixed(0))
  row('resident memory late, MB', late.toFixed(0), `${(growth * 100).toFixed(1)} %, bar ${growthLimit * 100} %`)
  const isGood =
    result.connected === players &&
    result.missed === 0 &&
    result.p99 < limitMs &&
    growth < growthLimit &&
    result.bytesPerMinute < 10_240
  console.log(isGood ? 'reached' : 'MISSED')
  process.exitCode = isGood ? 0 : 1
}

/** The players: bare sockets with just enough of the protocol, so that the receiver's own cost stays small. */
async function load() {
  const bettors = Math.min(Number(values.bets), players)
  const sockets = []
  const seenAt = new Map()
  const delays = { open: [], fly: [], gust: [] }
  let connected = 0
  let bytes = 0
  let isMeasuring = false
  let startedAt = 0
  let missed = 0
  let delivered = 0

  for (let place = 0; place < players; place++) {
    sockets.push(player(place))
    if (place % 40 === 39) await wait(60)
  }
  for (let tries = 0; connected < players && tries < 1200; tries++) await wait(100)
  await wait(3000)
  const cell = new Int32Array(new SharedArrayBuffer(4))
  const pause = () => {
    Atomics.wait(cell, 0, 0, 3)
    setImmediate(pause)
  }
  pause()
  isMeasuring = true
  process.stdout.write(`${JSON.stringify({ measuring: true })}\n`)
  const fromMs = Date.now()
  await wait(minutes * 60_000)
  isMeasuring = false
  process.stdout.write(`${JSON.stringify({ measuring: false })}\n`)
  const all = Object.values(delays).flat()
  const result = {
    connected,
    rounds: new Set([...seenAt.values()].filter((event) => event.t === 'gust').map((event) => event.no)).size,
    delivered,
    missed,
    kinds: Object.fromEntries(Object.entries(delays).map(([kind, list]) => [kind, figures(list)])),
    ...figures(all),
    bytesPerMinute: bytes / connected / ((Date.now() - fromMs) / 60_000),
  }
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0))

  function figures(list) {
    list.sort((a, b) => a - b)
    const at = (share) =>
      Math.round((list[Math.min(list.length - 1, Math.floor(list.length * share))] ?? NaN) * 10) / 10
    return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
  }

  function player(place) {
    const socket = connect(port, '127.0.0.1')
    let isOpen = false
    let rest = Buffer.alloc(0)
    let lastN = 0
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('close', () => connected--)
    socket.on('connect', () =>
      socket.write(
        `GET /live/dhow HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
          `sec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      ),
    )
    socket.on('data', (part) => {
      const nowMs = Date.now()
      if (!isOpen) {
        isOpen = true
        part = part.subarray(part.indexOf('\r\n\r\n') + 4)
        send(socket, { t: 'hello', token: `p${place}:INR` })
      }
      if (rest.length > 0) part = Buffer.concat([rest, part])
      let at = 0
      while (part.length - at >= 2) {
        const opcode = part[at] & 15
        const short = part[at + 1] & 127
        const head = short === 126 ? 4 : 2
        if (part.length - at < head) break
        const length = short === 126 ? part.readUInt16BE(at + 2) : short
        if (part.length - at < head + length) break
        if (opcode === 9) pong(socket, part.subarray(at + head, at + head + length))
        else if (opcode === 1) frame(part, at + head, length, nowMs, head + length)
        at += head + length
      }
      rest = at === part.length ? Buffer.alloc(0) : Buffer.from(part.subarray(at))
    })

    function frame(part, at, length, nowMs, wire) {
      const start = part.latin1Slice(at, at + Math.min(length, 40))
      if (start.startsWith('{"t":"welcome"')) {
        connected++
        return
      }
      const match = /^\{"t":"(open|fly|gust|void|bets)","n":(\d+)/.exec(start)
      if (!match) return
      const n = Number(match[2])
      if (lastN !== 0 && n !== lastN + 1 && isMeasuring) missed++
      lastN = n
      let event = seenAt.get(n)
      if (!event) {
        event = JSON.parse(part.utf8Slice(at, at + length))
        event.origin = originOf(event)
        seenAt.set(n, event)
        if (event.t === 'open') placeBets(event.no)
      }
      if (!isMeasuring) return
      delivered++
      bytes += wire
      if (event.origin !== null) delays[event.t].push(nowMs - event.origin)
    }
    return socket
  }

  /** When, by the server's clock, the thing happened that the event tells of. */
  function originOf(event) {
    if (event.t === 'open') return event.closes - bettingMs
    if (event.t === 'fly') return (startedAt = event.at)
    if (event.t !== 'gust') return null
    const flightMs = event.crash <= 100 ? 0 : Math.ceil(Math.log(event.crash / 100) / 0.00006)
    return startedAt === 0 ? null : startedAt + flightMs
  }

  function placeBets(no) {
    for (let place = 0; place < bettors; place++) {
      const auto = 110 + ((place * 37) % 400)
      setTimeout(
        () => send(sockets[place], { t: 'bet', id: `bench-${no}-${place}`, panel: 0, stake: 1000 + place, auto }),
        100 + (place * 2000) / bettors,
      )
    }
  }

  function send(socket, message) {
    const body = Buffer.from(JSON.stringify(message))
    const mask = randomBytes(4)
    for (let place = 0; place < body.length; place++) body[place] ^= mask[place & 3]
    const head = body.length < 126 ? [0x81, 128 | body.length] : [0x81, 254, body.length >> 8, body.length & 255]
    socket.write(Buffer.concat([Buffer.from(head), mask, body]))
  }

  function pong(socket, body) {
    socket.write(Buffer.concat([Buffer.from([0x8a, 128 | body.length, 0, 0, 0, 0]), body]))
  }
}
