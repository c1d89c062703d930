// The reports on a bench database: without HTTP, by the built server's own feature.
import { CompiledQuery } from 'kysely'
import { openDb } from './setup.mjs'

const dist = (path) => import(new URL(`../apps/server/dist/${path}`, import.meta.url).href)
/** The day after the year. */
const now = () => new Date('2026-11-21T08:00:00Z')

/** @param {string} url of an empty database */
export async function openReportsBench(url) {
  const db = await openDb(url)
  const { seedGames } = await dist('features/catalog/seed-games.js')
  const { readConfig } = await dist('config.js')
  const config = readConfig({ SECRET_KEY: 'the key of a bench that is long enough', DATABASE_URL: url })
  await seedGames({ db, config, clock: { now } })
  const of = (file) => dist(`features/reports/${file}.js`)
  const [overview, cohorts, entries, funnel, provider, methods, tax, tables, rollUp] = await Promise.all([
    of('read-report'),
    of('read-cohorts'),
    of('read-entries'),
    of('read-funnel'),
    of('provider-statement'),
    of('method-statement'),
    of('tax'),
    of('table-reports/index'),
    of('roll-up'),
  ])
  const { tableReportCodes } = await import('@dhow/contract/report-tables')
  const parts = {
    platform: { db, clock: { now }, config },
    payments: { catalogue: { find: (code) => ({ displayName: code }) } },
  }
  /** Runs as the owner: the server's own role cannot write the ledger. Statements have no timeout. */
  const asOwner = async (tx) => {
    for (const text of ['set local role none', 'set local statement_timeout = 0'])
      await tx.executeQuery(CompiledQuery.raw(text))
  }
  const run = (text, values = []) =>
    db.transaction(async (tx) => {
      await asOwner(tx)
      return tx.executeQuery(CompiledQuery.raw(text, values))
    })
  /** Runs several statements in one transaction. */
  const runTogether = (texts) =>
    db.transaction(async (tx) => {
      await asOwner(tx)
      for (const text of texts) await tx.executeQuery(CompiledQuery.raw(text))
    })
  for (const market of ['NA', 'IN'])
    await run(`insert into reports.rate (market, kind, code, base, basis_points, from_day) values
      ('${market}', 'provider', 'dhow-studio', 'ggr', 1225, '2025-01-01'), ('${market}', 'tax', 'gaming tax', 'ggr', 1500, '2025-01-01'),
      ('${market}', 'method', 'bank_detail:2', 'deposits', 100, '2025-01-01')`)
  const reports = {
    overview: (query) => overview.readReport(parts, query),
    cohorts: (query) => cohorts.readCohorts(parts, query),
    entries: (query) => entries.readEntries(parts, { ...query, figure: 'ggr' }),
    funnel: (query) => funnel.readFunnel(parts, query),
    provider: (query) => provider.readProviderStatement(parts, { ...query, provider: 'dhow-studio' }),
    methods: (query) => methods.readMethodStatement(parts, query),
    tax: (query) => tax.readTax(parts, query),
    ...Object.fromEntries(
      tableReportCodes.map((code) => [code, (query) => tables.readTableReport(parts, code, query)]),
    ),
  }
  return {
    ...{ db, run, runTogether, reports },
    /** Computes the totals as the server's job does, without a time limit. */
    rollUp: () =>
      db.transaction(async (tx) => {
        await tx.executeQuery(CompiledQuery.raw('set local statement_timeout = 0'))
        await rollUp.rollUpReports({ platform: { ...parts.platform, db: { kysely: tx } } })
      }),
    /** Names of the failed checks of ledger and totals. */
    async broken() {
      const wallet = await dist('features/wallet/index.js')
      const { gatewayInvariants } = await dist('features/gateway/index.js')
      const { reportInvariants } = await dist('features/reports/invariants.js')
      const all = [...wallet.walletInvariants, ...gatewayInvariants, ...reportInvariants]
      const checked = await wallet.checkInvariants(db.kysely, all)
      return checked.filter(({ violations }) => violations > 0).map(({ name }) => name)
    },
    close: () => db.close(),
  }
}
