#!/usr/bin/env node
// Signed bets over HTTP through the gateway into the ledger.
//   node bench/bets.mjs [--rounds 5] [--seconds 5] [--connections 64] [--ungrouped] [--engine postgres|embedded] [--profile]
// On PostgreSQL the baseline is measured in the same run on the same temporary cluster, which waits for its disk at each commit:
// pgbench's TPC-B-like transaction at 32 clients, before and after each round. A machine's speed varies over minutes, so each round
// is compared with its neighbours, and the median of the rounds counts. Build first: npm run build.
// docs/architecture/growth.md uses the measured bytes per bet.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { booksRow, endedChildrenUs, machineNotes, openSetup, processorUs, report, stolenShare } from './setup.mjs'
import { measureLoad } from './load.mjs'
import { median } from './median.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    players: { type: 'string', default: '2000' },
    ungrouped: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'postgres' },
    profile: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const isEmbedded = values.engine === 'embedded'
const bars = { ratio: values.ungrouped ? 0.8 : 2.5, p99: 100, embedded: 1000 }
const clients = 32
const scale = 32

machineNotes()
const stolen = stolenShare()
const cluster = isEmbedded ? undefined : await startTemporaryCluster({ durable: true })
try {
  const limits = cluster ? [pgbench(true)] : []
  const setup = await openSetup({
    url: cluster && databaseOf(cluster.url, 'bets'),
    players: Number(values.players),
    env: values.ungrouped ? { GATEWAY_GROUP_SIZE: '1' } : {},
    nodeOptions: values.profile ? ['--cpu-prof', '--cpu-prof-dir=.cache/bench'] : [],
  })
  const { port, bets } = setup
  const path = '/api/v1/dhow/gateway/dhow/bet'
  const used = () => ({ server: processorUs(setup.pid), database: cluster ? processorUs(cluster.pid) : 0 })
  const rounds = []
  const written = { sent: 0, tables: 0, log: 0 }
  for (let number = 1; number <= Number(values.rounds); number++) {
    const idle = used()
    const before = cluster && bytesOf('bets')
    const connections = Number(values.connections)
    const load = await measureLoad({
      port,
      path,
      connections,
      seconds,
      // Warm up until the code is compiled; the baseline is compiled from the start.
      warmupSeconds: number === 1 ? 8 : 2,
      bets: { ...bets, name: `round-${number}` },
    })
    const busy = used()
    if (cluster) {
      const after = bytesOf('bets')
      written.sent += load.sent
      written.tables += after.tables - before.tables
      written.log += after.log - before.log
      limits.push(pgbench(false))
    }
    rounds.push({
      ...load,
      serverUs: (busy.server - idle.server) / load.sent,
      databaseUs: (busy.database - idle.database) / load.sent,
      clientUs: load.processorUs / load.sent,
      ratio: cluster && load.perSecond / ((limits.at(-2).tps + limits.at(-1).tps) / 2),
    })
  }
  const broken = await setup.close()
  const all = (of, digits = 0, list = rounds) => list.map((one) => of(one).toFixed(digits)).join(', ')
  const middle = (of) => median(rounds.map(of))

  const perSecond = middle((one) => one.perSecond)
  const rows = [
    { what: `bets per second, ${values.connections} connections`, value: all((one) => one.perSecond) },
    { what: 'CPU time of a bet, server, us', value: all((one) => one.serverUs) },
    ...(cluster ? [{ what: 'CPU time of a bet, database, us', value: all((one) => one.databaseUs) }] : []),
    { what: 'CPU time of a bet, load client, us', value: all((one) => one.clientUs) },
    { what: 'delay, median, ms', value: all((one) => one.p50, 1) },
  ]
  if (cluster) {
    rows.unshift({
      what: `pgbench TPC-B-like, ${clients} clients, tps around the rounds`,
      value: all((one) => one.tps, 0, limits),
    })
    rows.push({
      what: 'CPU time of a pgbench transaction, client and all, us',
      value: all((one) => one.us, 0, limits),
    })
    const bytes = (name) => (written[name] / written.sent).toFixed(0)
    rows.push({ what: 'bytes of a bet, tables and indexes', value: bytes('tables') })
    rows.push({ what: 'bytes of a bet, write-ahead log', value: bytes('log') })
    const ratio = middle((one) => one.ratio)
    rows.push({ what: 'bets against pgbench, each round', value: all((one) => one.ratio, 2) })
    rows.push({
      what: `bets against pgbench${values.ungrouped ? ', without grouping' : ''}, median`,
      value: `${ratio.toFixed(2)} times`,
      bar: `at least ${bars.ratio}`,
      isReached: ratio >= bars.ratio,
    })
  } else {
    rows.push({
      what: 'bets per second, median',
      value: perSecond.toFixed(0),
      bar: `at least ${bars.embedded}`,
      isReached: perSecond >= bars.embedded,
    })
  }
  const hasDelayBar = cluster && !values.ungrouped
  const p99 = middle((one) => one.p99)
  rows.push({ what: 'delay, 99th percentile of each round, ms', value: all((one) => one.p99, 1) })
  rows.push({
    what: 'delay, 99th percentile, median',
    value: `${p99.toFixed(1)} ms`,
    ...(hasDelayBar ? { bar: `under ${bars.p99} ms`, isReached: p99 < bars.p99 } : {}),
  })
  rows.push({ what: 'CPU time stolen by the host', value: `${(stolen() * 100).toFixed(1)} %` })
  const refused = rounds.flatMap((one) => Object.entries(one.refused).map(([code, count]) => `${count} ${code}`))
  rows.push({ what: 'bets refused', value: refused.join(', ') || '0', bar: '0', isReached: refused.length === 0 })
  rows.push(booksRow(broken))
  report(rows)
} finally {
  await cluster?.stop()
}

/** Transactions per second, and CPU time of each, of pgbench's TPC-B-like script in simple query mode with its defaults. */
function pgbench(isFirst) {
  const url = databaseOf(cluster.url, 'tpcb')
  const run = (words) =>
    execFileSync(join(cluster.bin, 'pgbench'), [...words, url], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  if (isFirst) run(['-i', '-q', '-s', String(scale)])
  const usedUs = () => processorUs(cluster.pid) + endedChildrenUs()
  const idleUs = usedUs()
  const output = run(['-n', '-c', String(clients), '-j', '2', '-T', String(Math.max(4, seconds))])
  const done = Number(/actually processed: (\d+)/.exec(output)[1])
  return { tps: Math.round(Number(/tps = ([\d.]+)/.exec(output)[1])), us: (usedUs() - idleUs) / done }
}

/** Size in bytes of a database's tables and indexes, and of the cluster's write-ahead log so far. */
function bytesOf(name) {
  const text = `select coalesce(sum(pg_total_relation_size(c.oid)), 0), pg_current_wal_lsn() - '0/0'
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname !~ '^(pg_|information)'`
  const output = execFileSync(join(cluster.bin, 'psql'), [databaseOf(cluster.url, name), '-qAtF', ',', '-c', text], {
    encoding: 'utf8',
  })
  const [tables, log] = output.trim().split(',').map(Number)
  return { tables, log }
}

function databaseOf(url, name) {
  const made = new URL(url)
  made.pathname = `/${name}`
  try {
    execFileSync(join(cluster.bin, 'psql'), [url, '-qc', `create database ${name}`], { stdio: 'ignore' })
  } catch {
    // It is there from the first call.
  }
  return made.href
}
