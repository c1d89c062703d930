#!/usr/bin/env node
// Two servers on one PostgreSQL: one is frozen (SIGSTOP) while its players change limits, which locks their wallets in transactions.
// Measures the bets of the other server meanwhile.
//   node bench/frozen-process.mjs [--rounds 6] [--seconds 8]
// Build first: npm run build.
import { execFileSync, spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres, makeDatabase, startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { booksRow, freePorts, machineNotes, openSetup, report, root } from './setup.mjs'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '6' }, seconds: { type: 'string', default: '8' } },
})
const barMs = 2_000
const players = 600
const connections = 32
const loadMs = 1_500
const frozenMs = Number(values.seconds) * 1_000
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

machineNotes()
const cluster = await startTemporaryCluster({ durable: true })
const url = makeDatabase(cluster.url, 'frozen')
const setup = await openSetup({ url, players })
const rounds = []
try {
  for (let number = 0; number < Number(values.rounds); number++) rounds.push(await round(number))
} finally {
  const broken = await setup.close()
  await cluster.stop()
  for (const { number, locked, done, slowestMs, stalledMs, refused } of rounds)
    console.log(
      `round ${number + 1}: ${locked} wallets locked; ${done} bets answered in ${frozenMs / 1_000} s, the slowest in ${slowestMs} ms, none for ${stalledMs} ms; ${refused}`,
    )
  const worst = (name) => Math.max(...rounds.map((one) => one[name]))
  report([
    {
      what: 'longest time without any bet answered',
      value: `${worst('stalledMs')} ms`,
      bar: `${barMs} ms`,
      isReached: worst('stalledMs') <= barMs,
    },
    {
      what: 'slowest bet of another player',
      value: `${worst('slowestMs')} ms`,
      bar: `${barMs} ms`,
      isReached: worst('slowestMs') <= barMs,
    },
    {
      what: 'rounds with a locked wallet',
      value: `${rounds.filter(({ locked }) => locked > 0).length}/${rounds.length}`,
    },
    booksRow(broken),
  ])
}

async function round(number) {
  const other = await startOther()
  let isOver = false
  const limits = setLimits(other.port, number, () => isOver)
  const bets = { done: 0, slowestMs: new Map(), lastAtMs: performance.now(), stalledMs: 0, refused: new Map() }
  const counting = { isOn: false }
  const betting = Array.from({ length: connections }, (_, betIndex) =>
    bet(betIndex, number, bets, counting, () => isOver),
  )
  await sleep(loadMs)
  other.child.kill('SIGSTOP')
  counting.isOn = true
  bets.lastAtMs = performance.now()
  await sleep(200)
  const locked = lockedPlayers()
  await sleep(frozenMs - 200)
  note(bets)
  isOver = true
  other.child.kill('SIGKILL')
  await other.ended
  await Promise.all([...betting, limits])
  const refused = [...bets.refused].map(([code, count]) => `${count} ${code}`).join(', ') || 'none refused'
  const slowestMs = Math.max(...[...bets.slowestMs].map(([player, ms]) => (locked.has(player) ? 0 : ms)))
  return {
    number,
    locked: locked.size,
    done: bets.done,
    slowestMs: Math.round(slowestMs),
    stalledMs: Math.round(bets.stalledMs),
    refused,
  }
}

/** Bets of all players in turn, one at a time per connection. Answers to locked players count as refused and not as slow. */
async function bet(betIndex, number, bets, counting, isOver) {
  const { sessions, key, provider } = setup.bets
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let turn = 0; !isOver(); turn++) {
    const name = `${number}-${betIndex}-${turn}`
    const index = (betIndex + turn * connections) % sessions.length
    const session = sessions[index]
    const player = `bench_${index + 1}`
    const body = JSON.stringify({ session, txId: name, roundId: name, game: 'dhow', amount: 100, currency: 'NAD' })
    const timestamp = String(Date.now())
    const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
    const startedMs = performance.now()
    const headers = { 'x-provider': provider, 'x-timestamp': timestamp, 'x-signature': signature }
    const code = await post(setup.port, '/gateway/dhow/bet', body, headers, agent)
    if (!counting.isOn || isOver()) continue
    if (code !== 'ok') bets.refused.set(code, (bets.refused.get(code) ?? 0) + 1)
    else {
      note(bets)
      bets.done++
      bets.slowestMs.set(player, Math.max(bets.slowestMs.get(player) ?? 0, performance.now() - startedMs))
    }
  }
  agent.destroy()
}

/** Records the time since the last answer. */
function note(bets) {
  const nowMs = performance.now()
  bets.stalledMs = Math.max(bets.stalledMs, nowMs - bets.lastAtMs)
  bets.lastAtMs = nowMs
}

/** Each player's first limit of a period locks the wallet in a transaction of several statements. */
async function setLimits(port, number, isOver) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const period = ['day', 'week', 'month'][number % 3]
  const body = JSON.stringify({ kind: 'deposit', period, amount: '1000' })
  let next = Math.floor(number / 3) * (players / 2)
  const work = async () => {
    while (!isOver() && next < players) {
      const headers = { authorization: `Bearer ${setup.tokens[next++]}` }
      await post(port, '/player/limits', body, headers, agent, 'PUT')
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  agent.destroy()
}

function post(port, path, body, headers, agent, method = 'POST') {
  return new Promise((resolve) => {
    const call = request(
      { port, method, path: `/api/v1/dhow${path}`, agent, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        let text = ''
        response.on('data', (part) => (text += part))
        response.on('end', () => resolve(JSON.parse(text).code ?? 'ok'))
        response.on('error', () => resolve('lost'))
      },
    )
    call.on('error', () => resolve('lost'))
    call.end(body)
  })
}

/** A second server on the same database. */
async function startOther() {
  const [port, consolePort] = await freePorts(2)
  const folder = mkdtempSync(join(tmpdir(), 'dhow-frozen-'))
  const child = spawn(process.execPath, ['apps/server/dist/program.js'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      CONSOLE_PORT: String(consolePort),
      DATABASE_URL: url,
      DATA_DIR: folder,
      SECRET_KEY: randomBytes(32).toString('base64url'),
      REQUESTS_PER_MINUTE: '100000000',
      LOG_LEVEL: 'fatal',
    },
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = new Promise((resolve) => child.once('exit', resolve)).then(() =>
    rmSync(folder, { recursive: true, force: true }),
  )
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return { child, port, ended }
    if (child.exitCode !== null) throw new Error('the second server does not come up')
    await sleep(100)
  }
}

/** Players whose wallets are locked now. */
function lockedPlayers() {
  const query =
    'select player_id from ledger.wallet except select * from (select player_id from ledger.wallet for update skip locked) as free'
  const listed = execFileSync(join(findPostgres(), 'psql'), [url, '-Atc', query], { encoding: 'utf8' })
  return new Set(listed.split('\n').filter(Boolean))
}
