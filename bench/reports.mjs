#!/usr/bin/env node
// Every report over a year with many rounds and over a month, each against a limit that is calibrated in the same run.
//   node bench/reports.mjs [--rounds 10000000] [--players 20000] [--deposits 50000] [--times 40] [--batch 250000]
// Build first: npm run build. Ten million rounds need some 20 GB of disk in the folder of temporary files.
import { parseArgs } from 'node:util'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { fillYear } from './reports-fill.mjs'
import { openReportsBench } from './reports-setup.mjs'
import { booksRow, machineNotes, report } from './setup.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10000000' },
    players: { type: 'string', default: '20000' },
    deposits: { type: 'string', default: '50000' },
    times: { type: 'string', default: '40' },
    batch: { type: 'string', default: '250000' },
  },
})
/** Maximum milliseconds of a report; more on machines whose calibration, a sum of a fixed number of rows, is slower than on this one when idle. */
const limitMs = 300
const yardstickMs = 60
const periods = {
  year: { market: 'NA', from: '2025-11-21', to: '2026-11-20' },
  month: { market: 'NA', from: '2026-10-22', to: '2026-11-20' },
}
const [rounds, players, deposits, times, batchSize] = ['rounds', 'players', 'deposits', 'times', 'batch'].map((name) =>
  Number(values[name]),
)

machineNotes()
const cluster = await startTemporaryCluster()
try {
  const bench = await openReportsBench(cluster.url)
  const since = performance.now()
  const minutes = () => (performance.now() - since) / 60_000
  await fillYear(bench, {
    ...{ rounds, players, deposits, batchSize },
    batched: (done) => console.log(`${done} of ${rounds} rounds after ${minutes().toFixed(1)} min`),
  })
  await bench.run('analyze')
  const filled = minutes()
  const size = await bench.run(`select pg_database_size(current_database())::bigint as bytes`)
  const gigabytes = Number(size.rows[0].bytes) / 2 ** 30
  const yard = await timed(() => bench.run('select sum(n % 7) from generate_series(1, 300000) n'))
  const limit = limitMs * Math.max(1, yard / yardstickMs)
  const rows = [
    { what: 'rounds', value: String(rounds) },
    { what: 'filling a million of them', value: `${((filled * 1e6) / rounds).toFixed(1)} min` },
    { what: 'database', value: `${gigabytes.toFixed(1)} GB` },
    { what: 'yardstick, 95th percentile', value: `${yard.toFixed(1)} ms` },
  ]
  for (const [name, read] of Object.entries(bench.reports))
    for (const [period, query] of Object.entries(periods)) {
      const at = await timed(() => read(query))
      rows.push({
        what: `${name}, ${period}: 95th percentile`,
        value: `${at.toFixed(0)} ms`,
        bar: `at most ${limit.toFixed(0)}`,
        isReached: at <= limit,
      })
    }
  rows.push(booksRow(await bench.broken()))
  await bench.close()
  report(rows)
} finally {
  await cluster.stop()
}

/** The 95th percentile of so many runs in milliseconds, after a warm-up. */
async function timed(work) {
  const took = []
  for (let n = -2; n < times; n++) {
    const since = performance.now()
    await work()
    if (n >= 0) took.push(performance.now() - since)
  }
  took.sort((a, b) => a - b)
  return took[Math.min(took.length - 1, Math.floor(took.length * 0.95))]
}
