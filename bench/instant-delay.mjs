#!/usr/bin/env node
// Delay of a one-player game from bet to result for one player: the page's call to the studio and the studio's signed call to the gateway,
// both on PostgreSQL that waits for its disk. Nothing is simulated; rendering is not included.
//   node bench/instant-delay.mjs [--rounds 500]
// Build first: npm run build.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres, startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { booksRow, freePorts, machineNotes, openSetup, report, root } from './setup.mjs'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '500' } } })
const rounds = Number(values.rounds)
const barMs = 30

machineNotes()
const cluster = await startTemporaryCluster({ durable: true })
const database = (name) => {
  execFileSync(join(findPostgres(), 'psql'), [cluster.url, '-qc', `create database ${name}`], { stdio: 'ignore' })
  const url = new URL(cluster.url)
  url.pathname = `/${name}`
  return url.href
}
const folder = mkdtempSync(join(tmpdir(), 'instant-delay-'))
const [studioPort] = await freePorts(1)
const setup = await openSetup({
  url: database('portal'),
  players: 4,
  // The catalogue health-checks the studio; a failing provider launches no game.
  env: { STUDIO_ORIGIN: `http://127.0.0.1:${studioPort}` },
})
const studio = spawn(process.execPath, ['apps/studio/dist/program.js'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    PATH: process.env.PATH,
    STUDIO_PORT: String(studioPort),
    STUDIO_DATA_DIR: folder,
    STUDIO_DATABASE_URL: database('studio'),
    STUDIO_WALLET_URL: `http://127.0.0.1:${setup.port}/api/v1/dhow/gateway/dhow`,
    STUDIO_WALLET_KEY: setup.bets.key,
    STUDIO_CHAIN_LENGTH: '20000',
    LOG_LEVEL: 'warn',
  },
})
const ended = new Promise((resolve) => studio.once('exit', resolve))

try {
  await until(async () => (await fetch(`http://127.0.0.1:${studioPort}/health`)).ok)
  const rows = []
  for (const [index, game, options, action] of [
    [0, 'dice', { side: 'over', mark: 5050 }],
    [1, 'plinko', { risk: 'medium', rows: 12 }],
    [2, 'mines', { mines: 1 }, (round) => ({ place: round.step })],
  ]) {
    const call = await seat(game, setup.tokens[index])
    const bets = []
    const actions = []
    for (let count = 0; count < rounds; count++) {
      let answer = await timed(bets, () => call('bet', { id: `bench-${game}-${count}`, stake: 100, options }))
      if (!action) continue
      const first = answer.round
      answer = await timed(actions, () =>
        call('action', { id: `action-${game}-${count}`, round: first.id, step: 0, action: action(first) }),
      )
      if (answer.round.state === 'open') {
        await call('action', { id: `out-${game}-${count}`, round: first.id, step: 1, action: 'cash_out' })
      }
    }
    rows.push(row(`${game}: bet to result, 95th percentile`, bets, 0.95, barMs), row(`${game}: median`, bets, 0.5))
    if (actions.length > 0) rows.push(row(`${game}: action to answer, 95th percentile`, actions, 0.95, barMs))
  }
  const broken = await setup.close()
  rows.push(booksRow(broken))
  report(rows)
} finally {
  studio.kill('SIGTERM')
  await ended
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Launches a game as the portal does; returns a function that calls the studio as its player. */
async function seat(game, token) {
  const launched = await json(`http://127.0.0.1:${setup.port}/api/v1/dhow/games/${game}/launch`, { demo: false }, token)
  const launch = new URL(launched.url).searchParams.get('token')
  const api = (name, body, resume) => json(`http://127.0.0.1:${studioPort}/api/instant/${name}`, body, resume)
  const hello = await api('hello', { game, token: launch })
  const call = (name, body) => api(name, { game, ...body }, hello.resume)
  await call('rotate', { commitment: hello.seeds.next, clientSeed: 'bench' })
  // Warm up first: the set-up at the first call must not count.
  for (let count = 0; count < 20 && game !== 'mines'; count++) {
    await call('bet', {
      id: `warm-${game}-${count}`,
      stake: 100,
      options: game === 'dice' ? { side: 'over', mark: 5050 } : { risk: 'low', rows: 8 },
    })
  }
  return call
}

async function json(url, body, bearer) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (response.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return json(url, body, bearer)
  }
  if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

async function timed(list, run) {
  // The studio's rate limit allows no more bets than this.
  await new Promise((resolve) => setTimeout(resolve, 55))
  const since = performance.now()
  const answer = await run()
  list.push(performance.now() - since)
  if (answer.code !== 'ok') throw new Error(`answered ${answer.code}`)
  return answer
}

function row(what, list, share, bar) {
  const sorted = [...list].sort((a, b) => a - b)
  const ms = sorted[Math.floor(sorted.length * share)]
  return {
    what,
    value: `${ms.toFixed(1)} ms`,
    ...(bar === undefined ? {} : { bar: `under ${bar} ms`, isReached: ms < bar }),
  }
}

async function until(isSo) {
  for (let tries = 0; tries < 300; tries++) {
    if (await isSo().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the studio does not come up')
}
