import { statfs } from 'node:fs/promises'
import type { OpenMetrics } from '@dhow/platform/metrics'
import { sql } from 'kysely'
import type { Features } from './open-features.ts'
import { jobIsLate } from './platform/jobs.ts'
import type { Platform } from './platform/platform.ts'
import { readReplication } from './platform/replication.ts'

/** Reads gauges at each scrape: queues, books, jobs, database, disk. No series identifies a person. */
export function recordMetrics(metrics: OpenMetrics, platform: Platform, features: Features) {
  const { live, drain } = platform
  const { gateway, wallet } = features
  metrics.onScrape(() => {
    metrics.set('dhow_draining', {}, drain.isDraining() ? 1 : 0)
    metrics.set('dhow_live_streams', {}, live.connections())
    metrics.set('dhow_group_waiting', { queue: 'bets' }, gateway.waiting())
    metrics.set('dhow_group_waiting', { queue: 'postings' }, wallet.waiting())
  })
  metrics.onScrape(() => recordDatabase(metrics, platform))
  metrics.onScrape(() => recordQueues(metrics, platform, features))
  metrics.onScrape(() => recordBooks(metrics, platform, features))
  metrics.onScrape(() => recordJobs(metrics, platform, features))
  metrics.onScrape(async () => {
    for (const { log, name, size, logSize, failures } of await features.receipts.witnesses.states()) {
      metrics.set('dhow_witness_behind', { log, witness: name }, Math.max(0, logSize - size))
      metrics.set('dhow_witness_failures', { log, witness: name }, failures)
    }
  })
  metrics.onScrape(async () => {
    const { bavail, bsize } = await statfs(platform.config.dataDir)
    metrics.set('dhow_disk_free_bytes', {}, bavail * bsize)
  })
}

async function recordDatabase(metrics: OpenMetrics, { db, clockDifference }: Platform) {
  const aheadMs = clockDifference.aheadMs()
  if (aheadMs !== undefined) metrics.set('dhow_clock_difference_seconds', {}, aheadMs / 1_000)
  for (const [state, count] of Object.entries(db.figures())) metrics.set('dhow_database_connections', { state }, count)
  metrics.clear('dhow_standby_lag_seconds')
  try {
    await sql`select 1`.execute(db.kysely)
    metrics.set('dhow_database_up', {}, 1)
  } catch (error) {
    metrics.set('dhow_database_up', {}, 0)
    throw error
  }
  for (const { name, lagSeconds } of (await readReplication(db))?.standbys ?? [])
    metrics.set('dhow_standby_lag_seconds', { standby: name }, lagSeconds)
}

async function recordQueues(metrics: OpenMetrics, { clock }: Platform, { overview, alarms }: Features) {
  const queues = { ...(await overview.queues()), alarms: await alarms.waitingNotices() }
  for (const [queue, { count, oldest }] of Object.entries(queues)) {
    metrics.set('dhow_queue_waiting', { queue }, count)
    const waitedMs = oldest === null ? 0 : clock.now().getTime() - oldest.getTime()
    metrics.set('dhow_queue_oldest_seconds', { queue }, waitedMs / 1_000)
  }
}

async function recordBooks(metrics: OpenMetrics, { clock, db }: Platform, { books, wallet }: Features) {
  for (const { name, violations } of books.results)
    metrics.set('dhow_invariant_violations', { check: name }, violations)
  if (books.checkedAt)
    metrics.set('dhow_invariants_age_seconds', {}, (clock.now().getTime() - books.checkedAt.getTime()) / 1_000)
  metrics.clear('dhow_ledger_minor')
  const totals = new Map<string, { labels: { account: string; currency: string; side: string }; minor: bigint }>()
  for (const { account, currency, debitMinor, creditMinor } of await wallet.trialBalance(db.kysely)) {
    // Drop the name of the bank or service after the colon: the kind of account is enough.
    const kind = account.split(':')[0] ?? account
    for (const [side, minor] of Object.entries({ debit: debitMinor, credit: creditMinor })) {
      const key = `${kind} ${currency} ${side}`
      const total = totals.get(key) ?? { labels: { account: kind, currency, side }, minor: 0n }
      totals.set(key, { ...total, minor: total.minor + minor })
    }
  }
  for (const { labels, minor } of totals.values()) metrics.set('dhow_ledger_minor', labels, minor)
}

async function recordJobs(metrics: OpenMetrics, { jobs, clock }: Platform, { alarms }: Features) {
  for (const job of jobs.list()) {
    metrics.set('dhow_jobs_late', { job: job.name }, jobIsLate(job, clock.now()) ? 1 : 0)
    metrics.set('dhow_job_seconds', { job: job.name }, job.tookMs / 1_000)
  }
  for (const { host, days } of alarms.certificates()) metrics.set('dhow_certificate_days', { host }, days)
  metrics.clear('dhow_alarms_open')
  const open = new Map<string, number>()
  for (const { code, cleared_at } of await alarms.list())
    if (cleared_at === null) open.set(code, (open.get(code) ?? 0) + 1)
  for (const [code, count] of open) metrics.set('dhow_alarms_open', { code }, count)
}
