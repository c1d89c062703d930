#!/usr/bin/env node
// Settlement of a live table's round: from its result until the wallet has paid or closed every stake and the studio has stored that. The
// table runs in this process on PostgreSQL; its wallet is the built server with the real gateway on PostgreSQL.
//   node bench/table-settlement.mjs [--bets 5000] [--rounds 3]
// Build first: npm run build.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { steadyClock } from '@dhow/platform/clock'
import { silentLog } from '@dhow/platform/log'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { booksRow, machineNotes, openSetup, processorUs, report } from './setup.mjs'

const { values } = parseArgs({
  options: { bets: { type: 'string', default: '5000' }, rounds: { type: 'string', default: '3' } },
})
const count = Number(values.bets)
const limitMs = 1000
const studio = (path) => import(new URL(`../apps/studio/dist/${path}.js`, import.meta.url).href)
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

machineNotes()
const cluster = await startTemporaryCluster({ durable: true })
try {
  const setup = await openSetup({ url: databaseOf('portal'), players: count })
  const { openDb } = await studio('platform/db')
  const { takeLease } = await studio('rounds/lease')
  const { openDhowWallet } = await studio('wallet/dhow-wallet')
  const { runTable } = await studio('tables/run-table')
  const { tableGameOf } = await studio('tables/games')
  const db = await openDb('', databaseOf('studio'))
  await db.query(`insert into chains (id, game, salt, length, end_hash, every, sealed)
    values ('bench', 'baccarat', 'salt', 1000000, 'e', 1, '')`)
  await db.query(`insert into seats (id, resume_hash, wallet_session, player, name, currency, demo)
    values ('seat', 'x', 'x', 'x', 'x', 'NAD', false)`)
  const lease = { name: 'bench', holder: 'bench' }
  await takeLease(db, lease.name, lease.holder, 3600)
  const clock = steadyClock()
  const { key, provider, sessions, currency } = setup.bets
  const url = `http://127.0.0.1:${setup.port}/api/v1/dhow/gateway/dhow`
  const wallet = openDhowWallet({ url, key, provider, timeoutMs: 10_000 }, clock, silentLog)
  let groups = 0
  const counting = { ...wallet, wins: (calls) => (groups++, wallet.wins(calls)) }
  const states = new Map()
  const counts = new Map()
  const tally = (state, by) => counts.set(state, (counts.get(state) ?? 0) + by)
  const decidedAt = new Map()
  let lastEndAt = 0
  const table = await runTable({
    db,
    clock,
    log: silentLog,
    chain: {
      id: 'bench',
      salt: 'salt',
      length: 1_000_000,
      endHash: '',
      hashAt: (number) => number.toString(16).padStart(64, 'a'),
    },
    rules: {
      game: tableGameOf('baccarat'),
      salt: 'salt',
      bettingMs: 40_000,
      closingMs: 800,
      pauseMs: 8000,
      pace: 2000,
      most: () => 1_000_000_000n,
    },
    lease,
    walletOf: () => counting,
    roundChanged: (round) => {
      if (round.phase === 'settled') decidedAt.set(round.number, round.settlesMs)
    },
    betsChanged(bets) {
      for (const { id, state } of bets) {
        if (states.has(id)) tally(states.get(id), -1)
        states.set(id, state)
        tally(state, 1)
      }
      if (bets.some(({ state }) => state === 'paid' || state === 'closed')) lastEndAt = clock.nowMs()
    },
    balanceKnown: () => undefined,
    failed(error) {
      throw error
    },
  })
  const fields = tableGameOf('baccarat').fields
  const has = (...wanted) => wanted.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0)
  const usedUs = () => {
    const { user, system } = process.cpuUsage()
    return [user + system, processorUs(setup.pid), processorUs(cluster.pid)]
  }
  let used = []
  const took = []
  let accepted = 0
  for (let round = 1; round <= Number(values.rounds); round++) {
    while (table.round().number < round) await wait(20)
    states.clear()
    counts.clear()
    groups = 0
    for (let from = 0; from < count; from += 250) {
      const slice = Array.from({ length: Math.min(250, count - from) }, (_, index) => from + index)
      await Promise.all(
        slice.map((index) =>
          table.placeBets(round, [
            {
              id: `bench.${round}.${index}`,
              seat: 'seat',
              walletSession: sessions[index],
              player: `bench_${index + 1}`,
              name: 'bench',
              field: fields[index % fields.length],
              currency,
              stake: 100n,
              demo: false,
            },
          ]),
        ),
      )
      while (has('intent') > 500) await wait(10)
    }
    while (has('intent') > 0) await wait(10)
    accepted = has('accepted')
    while (table.round().phase === 'betting') await wait(20)
    const beforeUs = usedUs()
    while (!decidedAt.has(round) || has('paid', 'closed') < accepted) await wait(10)
    used = usedUs().map((us, index) => us - beforeUs[index])
    took.push(lastEndAt - decidedAt.get(round))
  }
  const odd = has('rolled_back', 'refused', 'stuck')
  await table.stop()
  wallet.close()
  await db.close()
  const broken = await setup.close()
  const worst = Math.max(...took)
  report([
    { what: 'stakes in the round', value: String(accepted), bar: String(count), isReached: accepted === count },
    {
      what: 'calls that settled the last round',
      value: String(groups),
      bar: `about ${Math.ceil(count / 100)}`,
      isReached: groups <= Math.ceil(count / 100) + 2,
    },
    { what: `settlement, ${took.length} rounds, each`, value: took.map((ms) => `${ms.toFixed(0)} ms`).join(', ') },
    {
      what: 'CPU time of the last: studio, server, database',
      value: used.map((us) => `${Math.round(us / 1000)} ms`).join(', '),
    },
    {
      what: 'settlement, the longest',
      value: `${worst.toFixed(0)} ms`,
      bar: `under ${limitMs} ms`,
      isReached: worst < limitMs,
    },
    { what: 'stakes without a regular outcome', value: String(odd), bar: '0', isReached: odd === 0 },
    booksRow(broken),
  ])
} finally {
  await cluster.stop()
}

function databaseOf(name) {
  const made = new URL(cluster.url)
  made.pathname = `/${name}`
  execFileSync(join(cluster.bin, 'psql'), [cluster.url, '-qc', `create database ${name}`], { stdio: 'ignore' })
  return made.href
}
