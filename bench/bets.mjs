#!/usr/bin/env node
// Signed bets over HTTP through the gateway into the ledger.
//   node bench/bets.mjs [--seconds 10] [--connections 64] [--ungrouped] [--engine postgres|embedded] [--profile]
// On PostgreSQL the limit is measured in the same run, on the same temporary cluster, which waits for its disk at each commit:
// pgbench's TPC-B-like transaction at 32 clients, before and after. Build first: npx tsc -b.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTemporaryCluster } from '../tools/postgres.mjs'
import { booksRow, endedChildrenUs, machineNotes, openHouse, processorUs, report, stolenShare } from './house.mjs'
import { measureLoad } from './load.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
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
  const before = cluster && pgbench(true)
  const house = await openHouse({
    url: cluster && databaseOf(cluster.url, 'bets'),
    players: Number(values.players),
    env: values.ungrouped ? { GATEWAY_GROUP_SIZE: '1' } : {},
    nodeOptions: values.profile ? ['--cpu-prof', '--cpu-prof-dir=.cache/bench'] : [],
  })
  const { port, bets } = house
  const path = '/api/v1/dhow/gateway/house/bet'
  const used = () => ({ server: processorUs(house.pid), database: cluster ? processorUs(cluster.pid) : 0 })
  const idle = used()
  const load = await measureLoad({ port, path, connections: Number(values.connections), seconds, bets })
  const busy = used()
  const each = (us) => `${Math.round(us / load.sent)} us`
  const broken = await house.close()
  const after = cluster && pgbench(false)

  const rows = [
    { what: `bets a second, ${values.connections} connections`, value: load.perSecond.toFixed(0) },
    { what: 'processor time of a bet, server', value: each(busy.server - idle.server) },
    ...(cluster ? [{ what: 'processor time of a bet, database', value: each(busy.database - idle.database) }] : []),
    { what: 'processor time of a bet, load client', value: each(load.processorUs) },
    { what: 'delay, median', value: `${load.p50.toFixed(1)} ms` },
  ]
  if (cluster) {
    const tps = (before.tps + after.tps) / 2
    const ratio = load.perSecond / tps
    rows.unshift({
      what: `pgbench TPC-B-like, ${clients} clients, tps before and after`,
      value: `${before.tps}, ${after.tps}`,
    })
    rows.push({
      what: 'processor time of a pgbench transaction, client and all',
      value: `${Math.round((before.us + after.us) / 2)} us`,
    })
    rows.push({
      what: `bets against pgbench${values.ungrouped ? ', without grouping' : ''}`,
      value: `${ratio.toFixed(2)} times`,
      bar: `at least ${bars.ratio}`,
      isReached: ratio >= bars.ratio,
    })
  } else {
    rows[0].bar = `at least ${bars.embedded}`
    rows[0].isReached = load.perSecond >= bars.embedded
  }
  const hasDelayBar = cluster && !values.ungrouped
  rows.push({
    what: 'delay, 99th percentile',
    value: `${load.p99.toFixed(1)} ms`,
    ...(hasDelayBar ? { bar: `under ${bars.p99} ms`, isReached: load.p99 < bars.p99 } : {}),
  })
  rows.push({ what: 'processors’ time that the host gave to others', value: `${(stolen() * 100).toFixed(1)} %` })
  const refused = Object.entries(load.refused).map(([code, count]) => `${count} ${code}`)
  rows.push({ what: 'bets refused', value: refused.join(', ') || '0', bar: '0', isReached: refused.length === 0 })
  rows.push(booksRow(broken))
  report(rows)
} finally {
  await cluster?.stop()
}

/** Transactions a second and processor time of each, of pgbench's own TPC-B-like script, in simple query mode, as it comes. */
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
  const said = run(['-n', '-c', String(clients), '-j', '2', '-T', String(Math.max(4, Math.ceil(seconds / 2)))])
  const done = Number(/actually processed: (\d+)/.exec(said)[1])
  return { tps: Math.round(Number(/tps = ([\d.]+)/.exec(said)[1])), us: (usedUs() - idleUs) / done }
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
