#!/usr/bin/env node
// A bank statement of 10,000 lines against 10,000 open deposits: its import, and matching by reference, code, amount and time, over HTTP.
//   node bench/statement-matching.mjs [--lines 10000]
// Build first: npm run build.
import { parseArgs } from 'node:util'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { machineNotes, openConsole, openSetup, report, reportedDeposits } from './setup.mjs'

const { values } = parseArgs({ options: { lines: { type: 'string', default: '10000' } } })
const count = Number(values.lines)
const bar = 5_000

machineNotes()
const cluster = await startTemporaryCluster({ durable: true })
try {
  const { headers, statements } = openConsole()
  const setup = await openSetup({
    url: cluster.url,
    players: count,
    statements: [...statements, reportedDeposits(count, count)],
  })
  const base = `http://127.0.0.1:${setup.consolePort}/api/v1/dhow/staff`
  const today = new Date().toISOString().slice(0, 10)
  const rows = Array.from({ length: count }, (_, at) => {
    const n = at + 1
    const minor = String(1000 + n)
    return `${today},${minor.slice(0, -2)}.${minor.slice(-2)},,"EFT CREDIT somebody ${n} ref BENCH${n} branch 480001"`
  })
  const mapping = {
    encoding: 'utf-8',
    delimiter: ',',
    header_rows: 1,
    date: 1,
    date_format: 'YYYY-MM-DD',
    decimal: '.',
    amount: 2,
    credit: null,
    debit: null,
    reference: 3,
    text: [4],
    bank_id: null,
  }
  const form = new FormData()
  form.append('account', '2')
  form.append('mapping', JSON.stringify(mapping))
  form.append(
    'statement',
    new Blob([`Day,Amount,Reference,Text\n${rows.join('\n')}\n`], { type: 'text/csv' }),
    'bench.csv',
  )
  const timed = async (path, init) => {
    const startMs = performance.now()
    const answer = await fetch(base + path, { method: 'POST', ...init })
    const json = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`)
    return { ms: performance.now() - startMs, json }
  }
  const imported = await timed('/statements', { headers, body: form })
  const again = await timed('/statement-lines/match', {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ account: '2' }),
  })
  const broken = await setup.close()
  report([
    { what: 'lines imported', value: String(imported.json.statement.new_lines) },
    { what: 'import, matching included', value: `${Math.round(imported.ms)} ms` },
    { what: 'matching', value: `${Math.round(again.ms)} ms`, bar: `< ${bar} ms`, isReached: again.ms < bar },
    {
      what: 'exact matches',
      value: String(again.json.exact_matches),
      bar: `= ${count}`,
      isReached: again.json.exact_matches === count,
    },
    { what: 'failed ledger checks', value: String(broken.length), bar: '0', isReached: broken.length === 0 },
  ])
} finally {
  await cluster.stop()
}
