#!/usr/bin/env node
// Bets with and without the public log: signed bets at one server on a temporary cluster, alternating rounds with an active log and with
// nothing to sequence, so that both of a pair see the same machine; the median of the pairs counts. Both kinds use the same server: two equal
// servers without a log differed by 5 % in CPU time. No further pair begins a minute after the start.
//   node bench/receipts-cost.mjs [--rounds 6] [--seconds 3] [--connections 64]
// Build first: npm run build.
import { parseArgs } from 'node:util'
import { CompiledQuery } from 'kysely'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { measureLoad } from './load.mjs'
import { median } from './median.mjs'
import { booksRow, machineNotes, openDb, openSetup, processorUs, report, stolenShare } from './setup.mjs'

const bars = { costShare: 0.05, receiptSeconds: 10, betsPerSecond: 3_000 }
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    players: { type: 'string', default: '2000' },
    profile: { type: 'boolean', default: false },
  },
})
const begunAt = performance.now()
const lastPairAtMs = 60_000
machineNotes()
const stolen = stolenShare()
const cluster = await startTemporaryCluster({ durable: true })
try {
  const side = await openSide(values.profile ? ['--cpu-prof', '--cpu-prof-dir=.cache/bench'] : [])
  const pairs = []
  for (let round = 1; round <= Number(values.rounds) && performance.now() - begunAt < lastPairAtMs; round++) {
    const pair = {}
    for (const name of round % 2 === 0 ? ['with', 'without'] : ['without', 'with'])
      pair[name] = await measureSide(side, `${name}-${round}`, { isLogged: name === 'with', isFirst: round === 1 })
    pairs.push(pair)
  }
  const broken = await brokenReceipts(side.db)
  await side.db.close()
  broken.push(...(await side.setup.close()))
  const each = (of, digits = 0) => pairs.map((pair) => of(pair).toFixed(digits)).join(', ')
  const both = (of, digits = 0) => [each((pair) => of(pair.without), digits), each((pair) => of(pair.with), digits)]
  const lost = median(pairs.map((pair) => 1 - pair.with.perSecond / pair.without.perSecond))
  const slower = median(pairs.map((pair) => pair.with.p50 / pair.without.p50 - 1))
  const lags = pairs.flatMap((pair) => pair.with.lags)
  const lag = Math.max(0, ...lags)
  const slowest = Math.min(...pairs.map((pair) => pair.with.perSecond))
  const percent = (share) => `${(share * 100).toFixed(1)} %`
  const rows = [
    ['bets per second', both((one) => one.perSecond)],
    ['CPU time of a bet, server, us', both((one) => one.serverUs)],
    ['CPU time of a bet, database, us', both((one) => one.databaseUs)],
    ['delay, median, ms', both((one) => one.p50, 1)],
    ['delay, 99th percentile, ms', both((one) => one.p99, 1)],
  ].flatMap(([what, [off, on]]) => [
    { what: `${what}, without the log`, value: off },
    { what: `${what}, with it`, value: on },
  ])
  const costBar = { bar: `at most ${percent(bars.costShare)}` }
  report([
    ...rows,
    { what: 'bets per second lost to the log', value: percent(lost), ...costBar, isReached: lost <= bars.costShare },
    {
      what: 'delay added per bet by the log',
      value: percent(slower),
      ...costBar,
      isReached: slower <= bars.costShare,
    },
    {
      what: `oldest posting without its entry, at ${slowest.toFixed(0)} bets per second and more`,
      value: `${lag.toFixed(1)} s`,
      bar: `at most ${bars.receiptSeconds} s`,
      isReached: slowest >= bars.betsPerSecond ? lag <= bars.receiptSeconds : undefined,
    },
    { what: 'the same, median of half-second samples', value: `${median(lags).toFixed(1)} s` },
    {
      what: 'pairs, and seconds of the run',
      value: `${pairs.length}, ${Math.round((performance.now() - begunAt) / 1000)}`,
    },
    { what: 'CPU time stolen by the host', value: percent(stolen()) },
    booksRow(broken),
  ])
} finally {
  await cluster.stop()
}

async function openSide(nodeOptions) {
  // The log is stopped in every second round, which the ledger check reports each minute.
  const env = { LOG_LEVEL: 'silent' }
  const setup = await openSetup({ url: cluster.url, players: Number(values.players), env, nodeOptions })
  const db = await openDb(cluster.url)
  const query = async (text) => (await db.kysely.executeQuery(CompiledQuery.raw(text))).rows
  await until(
    async () =>
      (await query("select 1 from receipts.log where name = 'players'")).length === 1 && (await lagOf(query)) === 0,
  )
  return { setup, db, query }
}

async function measureSide({ setup, query }, name, { isLogged, isFirst }) {
  const [{ posting_id: sequencedTo }] = await query("select posting_id from receipts.log where name = 'players'")
  const goOn = (from) => query(`update receipts.log set posting_id = ${from} where name = 'players'`)
  // A position beyond all postings leaves nothing to sequence.
  if (!isLogged) await goOn(1_000_000_000_000_000_000n)
  const used = () => ({ server: processorUs(setup.pid), database: processorUs(cluster.pid) })
  const idle = used()
  const lags = []
  const watch = setInterval(async () => void lags.push(await lagOf(query)), 500)
  const load = await measureLoad({
    port: setup.port,
    path: '/api/v1/dhow/gateway/dhow/bet',
    connections: Number(values.connections),
    seconds: Number(values.seconds),
    // Warm up until the code is compiled and the log has its usual lag.
    warmupSeconds: isFirst ? 6 : 1,
    mostPerSecond: 14_000,
    bets: { ...setup.bets, name },
  })
  const busy = used()
  clearInterval(watch)
  if (!isLogged) await goOn(sequencedTo)
  // The next round begins once this one is fully processed.
  await until(async () => (await lagOf(query)) === 0)
  return {
    ...load,
    lags: isLogged ? lags : [],
    serverUs: (busy.server - idle.server) / load.sent,
    databaseUs: (busy.database - idle.database) / load.sent,
  }
}

/** Failed checks of the log: every posting must have its entry again. */
async function brokenReceipts(db) {
  const built = (path) => import(new URL(`../apps/server/dist/features/${path}/index.js`, import.meta.url).href)
  const [{ checkInvariants }, { receiptInvariants }] = [await built('wallet'), await built('receipts')]
  const checked = await checkInvariants(db.kysely, receiptInvariants)
  return checked.filter(({ violations }) => violations > 0).map(({ name }) => name)
}

/** Age in seconds of a player's oldest posting without an entry. */
async function lagOf(query) {
  const [oldest] = await query(`
    select extract(epoch from clock_timestamp() - written_at)::float8 as seconds from ledger.posting
    where id = (select min(id) from ledger.posting where id > (select posting_id from receipts.log where name = 'players') and player_id is not null)`)
  return oldest?.seconds ?? 0
}

async function until(isSo) {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100))
}
