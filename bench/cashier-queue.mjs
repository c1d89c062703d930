#!/usr/bin/env node
// 95th percentile of each kind of deposits page of the console, requested repeatedly, with 100,000 deposits in the database.
//   node bench/cashier-queue.mjs [--deposits 100000] [--times 60]
// Build first: npm run build.
import { parseArgs } from 'node:util'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { machineNotes, openConsole, openSetup, report, reportedDeposits } from './setup.mjs'

const { values } = parseArgs({
  options: { deposits: { type: 'string', default: '100000' }, times: { type: 'string', default: '60' } },
})
const count = Number(values.deposits)
const times = Number(values.times)
const players = 10_000
const bar = 100

machineNotes()
const cluster = await startTemporaryCluster({ durable: true })
try {
  const { headers, statements } = openConsole()
  const setup = await openSetup({
    url: cluster.url,
    players,
    statements: [
      ...statements,
      // Half are waiting; most of the others were rejected long ago.
      reportedDeposits(
        count,
        players,
        "case when n % 2 = 0 then 'submitted' when n % 10 = 1 then 'expired' else 'rejected' end",
      ),
      'analyze deposits.deposit, accounts.player',
    ],
  })
  const get = async (query) => {
    const startMs = performance.now()
    const answer = await fetch(`http://127.0.0.1:${setup.consolePort}/api/v1/dhow/staff/deposits${query}`, { headers })
    const json = await answer.json()
    if (!answer.ok) throw new Error(`${query}: ${answer.status} ${JSON.stringify(json)}`)
    return { ms: performance.now() - startMs, json }
  }
  const measure = async (queryOf) => {
    const delays = []
    let last
    for (let n = 0; n < times + 5; n++) {
      const { ms, json } = await get(queryOf(n, last))
      if (n >= 5) delays.push(ms)
      last = json
    }
    delays.sort((a, b) => a - b)
    return delays[Math.floor(delays.length * 0.95)]
  }
  const one = (await get('')).json.deposits[0].id
  const pages = [
    ['the queue’s first page', () => ''],
    ['page after page', (_, last) => (last?.next_cursor ? `?cursor=${last.next_cursor}` : '')],
    ['rejected deposits, newest first', () => '?state=rejected'],
    ['a deposit by its reference', (n) => `?q=BENCH${1 + ((n * 977) % count)}`],
    ['a player’s deposits by name', (n) => `?q=bench_${1 + ((n * 31) % players)}`],
    ['words without a match', () => '?q=nothing-by-this-name'],
    ['one deposit', () => `/${one}`],
  ]
  const rows = []
  for (const [what, queryOf] of pages) {
    const p95 = await measure(queryOf)
    rows.push({ what, value: `${p95.toFixed(1)} ms`, bar: `< ${bar} ms, p95`, isReached: p95 < bar })
  }
  await setup.close()
  report(rows)
} finally {
  await cluster.stop()
}
