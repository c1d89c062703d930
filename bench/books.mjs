#!/usr/bin/env node
// Cost of the minutely ledger check: all checks, and those of one burst of bets, on a ledger that grows with every burst.
//   node bench/books.mjs [--bursts 4] [--seconds 10] [--connections 64]
// Limit: a check of new bets must not get slower as the ledger grows. Build first: npm run build.
import { parseArgs } from 'node:util'
import { CompiledQuery } from 'kysely'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { booksRow, machineNotes, openDb, openSetup, report, root, stolenShare } from './setup.mjs'
import { measureLoad } from './load.mjs'

const { values } = parseArgs({
  options: {
    bursts: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '64' },
  },
})
/** Maximum ratio of time per new bet after the last burst to that after the first. */
const bar = 1.5

machineNotes()
const stolen = stolenShare()
const dist = (path) => import(`${root}apps/server/dist/${path}`)
const cluster = await startTemporaryCluster({ durable: true })
try {
  const setup = await openSetup({ url: cluster.url, players: 2000 })
  const wallet = await dist('features/wallet/index.js')
  const { gatewayInvariants } = await dist('features/gateway/index.js')
  const invariants = [...wallet.walletInvariants, ...gatewayInvariants]
  const db = await openDb(cluster.url)
  const ask = async (text) => (await db.kysely.executeQuery(CompiledQuery.raw(text))).rows[0]
  const looks = []
  for (let number = 1; number <= Number(values.bursts); number++) {
    const { reached } = await ask('select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as reached')
    const load = await measureLoad({
      port: setup.port,
      path: '/api/v1/dhow/gateway/dhow/bet',
      connections: Number(values.connections),
      seconds: Number(values.seconds),
      bets: { ...setup.bets, name: `burst-${number}` },
    })
    const { bets } = await ask(`select count(*)::int as bets from gateway.game_transaction`)
    const anew = await timed(() => db.transaction((tx) => wallet.checkNew(tx, invariants, reached)))
    const whole = await timed(() => wallet.checkInvariants(db.kysely, invariants))
    looks.push({ bets, fresh: load.sent, anew: anew.ms, whole: whole.ms, broken: [...anew.broken, ...whole.broken] })
  }
  await db.close()
  const broken = [...looks.flatMap((look) => look.broken), ...(await setup.close())]
  const each = (of) => looks.map(of).join(', ')
  const perBet = ({ anew, fresh }) => (anew * 1000) / fresh
  const growth = perBet(looks.at(-1)) / perBet(looks[0])
  report([
    { what: 'bets in the ledger', value: each(({ bets }) => bets) },
    { what: 'full ledger check, ms', value: each(({ whole }) => whole.toFixed(0)) },
    { what: 'bets since the last check', value: each(({ fresh }) => fresh) },
    { what: 'check of new bets, ms', value: each(({ anew }) => anew.toFixed(0)) },
    { what: 'its time per new bet, us', value: each((look) => perBet(look).toFixed(1)) },
    {
      what: 'time per new bet, last burst to first',
      value: `${growth.toFixed(2)} times`,
      bar: `at most ${bar}`,
      isReached: growth <= bar,
    },
    { what: 'CPU time stolen by the host', value: `${(stolen() * 100).toFixed(1)} %` },
    booksRow(broken),
  ])
} finally {
  await cluster.stop()
}

async function timed(work) {
  const since = performance.now()
  const results = await work()
  const ms = performance.now() - since
  return { ms, broken: results.filter(({ violations }) => violations > 0).map(({ name }) => name) }
}
