#!/usr/bin/env node
// A thousand concurrent players: each signs in with a password, holds a live stream open, bets, is paid, and reads the profile, all through the
// HTTP and WebSocket listeners of one server on PostgreSQL. Also records every bet's delay, event loop stalls of the server, wait events of
// database sessions, and busy connections; describes the longest stall.
//   node bench/thousand-players.mjs [--players 1000] [--seconds 60] [--pause 1000] [--burst 10]
// `--seconds`: time for which bets are measured after all have joined, enough for the minutely jobs; `--pause`: mean milliseconds between a
// player's rounds; `--burst`: seconds between moments at which all bet at once, 0 for never.
// Build first: npm run build.
import { createHash, createHmac } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir, loadavg } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { makeDatabase, startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { booksRow, machineNotes, openSetup, report } from './setup.mjs'
import { watchDatabase } from './watch-database.mjs'

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    pause: { type: 'string', default: '1000' },
    burst: { type: 'string', default: '10' },
  },
})
const count = Number(values.players)
const seconds = Number(values.seconds)
const pauseMs = Number(values.pause)
const burstMs = Number(values.burst) * 1_000
const barMs = 500
const maxArrivalMs = 180_000
const device = 'device-of-the-bench'
const password = 'a password of the bench'
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const { openPasswords } = await import(
  new URL('../apps/server/dist/features/accounts/passwords.js', import.meta.url).href
)
const { passwordCost } = await import(new URL('../apps/server/dist/platform/password-cost.js', import.meta.url).href)

machineNotes()
const loopFile = join(tmpdir(), `dhow-loop-${process.pid}`)
const cluster = await startTemporaryCluster({ durable: true })
const url = makeDatabase(cluster.url, 'thousand')
const setup = await openSetup({
  url,
  players: count,
  nodeOptions: ['--import', new URL('watch-loop.mjs', import.meta.url).href],
  env: { DHOW_BENCH_LOOP: loopFile },
  statements: await passwordStatements(),
})
const agent = new Agent({ keepAlive: true, maxSockets: 2 * count })
const delays = { betAtArrival: [], bet: [], win: [], profile: [], login: [], stream: [] }
/** Pending bets, the time since the last answer, and the longest such time. */
const bets = { underWay: 0, sinceMs: 0, longest: { ms: 0, fromMs: 0 } }
const refused = new Map()
const streams = { open: 0, closed: 0, messages: 0 }
const ownLoop = monitorEventLoopDelay({ resolution: 5 })
let arrived = 0
let arrivalMs = 0
let isOver = false

const database = watchDatabase(url)
try {
  ownLoop.enable()
  const fromMs = Date.now()
  const players = Array.from({ length: count }, (_, index) => play(index, fromMs))
  while (arrived < count && Date.now() - fromMs < maxArrivalMs) await sleep(100)
  delays.betAtArrival = delays.bet.splice(0)
  arrivalMs = Date.now() - fromMs
  bets.longest = { ms: 0, fromMs: 0 }
  await sleep(seconds * 1_000)
  isOver = true
  await Promise.all(players)
} finally {
  await database.stop()
}
const broken = await setup.close()
await cluster.stop()
print()
process.exit()

/** Statements that give every player the password and a trusted device. */
async function passwordStatements() {
  const hash = await (await openPasswords(passwordCost)).hash(password)
  const deviceHash = createHash('sha256').update(device).digest('hex')
  return [
    `update accounts.player set password_hash = '${hash}'`,
    `insert into accounts.known_device (player_id, device_hash, created_at) select id, decode('${deviceHash}', 'hex'), now() from accounts.player`,
  ]
}

async function play(index, fromMs) {
  const number = index + 1
  const login = await timed(
    'login',
    '/login',
    { mobile: `+26481${1_000_000 + number}`, password, market: 'NA' },
    { cookie: `dhow_device=${device}` },
  )
  const headers = { authorization: `Bearer ${login.token}` }
  await openStream(headers)
  arrived++
  for (let round = 0; !isOver; round++) {
    await sleep(pauseOf(fromMs))
    if (isOver) return
    const name = `${number}-${round}`
    const bet = { session: setup.bets.sessions[index], roundId: name, game: 'dhow', currency: 'NAD' }
    await signed('bet', { ...bet, txId: `bet-${name}`, amount: 100 })
    if (!isOver) await sleep(pauseMs * Math.random())
    await signed('win', { ...bet, txId: `win-${name}`, refTxId: `bet-${name}`, amount: round % 2 === 0 ? 190 : 0 })
    if (round % 5 === 0) await timed('profile', '/player/profile', undefined, headers)
  }
}

/** In a burst all bet at the same moment, as at the opening of a round; otherwise at random times. */
function pauseOf(fromMs) {
  const own = pauseMs * Math.random()
  if (burstMs === 0) return own
  const untilMs = burstMs - ((Date.now() - fromMs) % burstMs)
  return untilMs < 2 * pauseMs ? untilMs : own
}

async function openStream(headers) {
  const fromMs = performance.now()
  const { ticket } = await call('POST', '/player/live-ticket', {}, headers)
  const socket = new WebSocket(`ws://127.0.0.1:${setup.port}/api/v1/dhow/live`)
  await new Promise((resolve) => {
    socket.on('open', () => socket.send(JSON.stringify({ ticket })))
    socket.on('message', () => {
      if (streams.messages++ >= 0) resolve()
    })
    socket.on('close', () => {
      if (!isOver) streams.closed++
      resolve()
    })
    socket.on('error', () => resolve())
  })
  streams.open++
  delays.stream.push(performance.now() - fromMs)
}

async function signed(kind, body) {
  const text = JSON.stringify(body)
  const timestamp = String(Date.now())
  const signature = createHmac('sha256', setup.bets.key).update(`${timestamp}.${text}`).digest('hex')
  const headers = { 'x-provider': setup.bets.provider, 'x-timestamp': timestamp, 'x-signature': signature }
  if (kind === 'bet' && bets.underWay++ === 0) bets.sinceMs = Date.now()
  await timed(kind, `/gateway/setup/${kind}`, text, headers)
  if (kind !== 'bet') return
  const ms = Date.now() - bets.sinceMs
  if (ms > bets.longest.ms) bets.longest = { ms, fromMs: bets.sinceMs }
  bets.sinceMs = Date.now()
  bets.underWay--
}

async function timed(kind, path, body, headers) {
  const fromMs = performance.now()
  const answer = await call(body === undefined ? 'GET' : 'POST', path, body, headers)
  delays[kind].push(performance.now() - fromMs)
  const isRefused = answer.httpStatus !== 200 || (answer.code !== undefined && answer.code !== 'ok')
  const what = `${kind} ${answer.httpStatus} ${answer.code}`
  if (isRefused) refused.set(what, (refused.get(what) ?? 0) + 1)
  return answer
}

function call(method, path, body, headers) {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port: setup.port,
        method,
        path: `/api/v1/dhow${path}`,
        agent,
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) => {
        let text = ''
        response.on('data', (part) => (text += part))
        response.on('end', () => resolve({ ...JSON.parse(text), httpStatus: response.statusCode }))
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
}

function print() {
  const loop = readFileSync(loopFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  rmSync(loopFile)
  const stall = bets.longest
  const percent = (kind, share) => {
    const sorted = delays[kind].sort((a, b) => a - b)
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN)
  }
  const both = (kind) => `${percent(kind, 0.5)}, ${percent(kind, 0.99)}, ${percent(kind, 1)} ms`
  const inStall = loop.filter(({ at }) => at >= stall.fromMs && at - 250 <= stall.fromMs + stall.ms)
  const most = (list, of) => Math.max(0, ...list.map(of))
  for (const line of database.between(stall.fromMs, stall.fromMs + stall.ms)) console.log(`  during the stall: ${line}`)
  report([
    { what: 'load average at the end', value: loadavg()[0].toFixed(1) },
    {
      what: 'streams open at the end, lost',
      value: `${streams.open - streams.closed}, ${streams.closed}`,
      bar: `${count}, 0`,
      isReached: streams.open === count && streams.closed === 0,
    },
    { what: 'all signed in, each with a stream, after', value: `${Math.round(arrivalMs / 1_000)} s` },
    { what: 'bet while they sign in: median, 99th percentile, slowest', value: both('betAtArrival') },
    { what: 'bets answered, per second', value: `${delays.bet.length}, ${Math.round(delays.bet.length / seconds)}` },
    ...['login', 'stream', 'win', 'profile'].map((kind) => ({
      what: `${kind}: median, 99th percentile, slowest`,
      value: both(kind),
    })),
    {
      what: 'bet: median, 99th percentile, slowest',
      value: both('bet'),
      bar: `99th under ${barMs} ms`,
      isReached: percent('bet', 0.99) < barMs,
    },
    {
      what: 'longest time with pending bets and none answered',
      value: `${stall.ms} ms`,
      bar: `under ${2 * barMs} ms`,
      isReached: stall.ms < 2 * barMs,
    },
    {
      what: 'longest event loop stall of the server; during the longest gap',
      value: `${most(loop, (one) => one.heldMs)}, ${most(inStall, (one) => one.heldMs)} ms`,
    },
    {
      what: 'longest garbage collection of the server; during the longest gap',
      value: `${most(loop, (one) => one.garbageMs)}, ${most(inStall, (one) => one.garbageMs)} ms`,
    },
    { what: 'longest event loop stall of this client', value: `${Math.round(ownLoop.max / 1e6)} ms` },
    ...database.rows(),
    {
      what: 'refused',
      value: [...refused].map(([what, times]) => `${times} ${what}`).join('; ') || '0',
      bar: '0',
      isReached: refused.size === 0,
    },
    booksRow(broken),
  ])
}
