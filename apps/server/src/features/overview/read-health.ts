import { readPrograms } from './read-programs.ts'
import { readServices } from './services.ts'
import type { OverviewParts } from './parts.ts'
import { formatDecimal } from '@dhow/contract/money'
import { jobIsLate } from '../../platform/jobs.ts'
import { auditReply } from './read-players.ts'

/** Short form of the health page, shown on every console page while something is wrong. */
export function booksReply(parts: OverviewParts) {
  const { staff } = parts
  const broken = parts.books.results.filter((result) => result.violations > 0).length
  const isTrailBroken = staff.chain.check().isWhole === false
  return {
    ok: parts.books.checkedAt === null ? null : broken === 0 && !isTrailBroken,
    broken: broken + (isTrailBroken ? 1 : 0),
    checked_at: parts.books.checkedAt?.toISOString() ?? null,
  }
}

export async function readHealth(parts: OverviewParts) {
  const {
    wallet,
    platform: { db, build, jobs, clock },
    startedAt,
    staff,
  } = parts
  const trial = await wallet.trialBalance(db.kysely)
  return {
    build,
    engine: db.engine,
    started_at: startedAt.toISOString(),
    invariants: {
      checked_at: parts.books.checkedAt?.toISOString() ?? null,
      whole_at: parts.books.wholeAt?.toISOString() ?? null,
      ok: parts.books.checkedAt === null ? null : parts.books.results.every((result) => result.violations === 0),
      checks: parts.books.results,
    },
    trial_balance: trial.map(({ account, currency, debitMinor, creditMinor }) => ({
      account,
      currency,
      debit: formatDecimal(debitMinor),
      credit: formatDecimal(creditMinor),
    })),
    services: await readServices(parts),
    programs: await readPrograms(parts),
    jobs: jobs.list().map((job) => ({
      name: job.name,
      each_s: Math.round(job.eachMs / 1_000),
      last_run_at: job.endedAt?.toISOString() ?? null,
      took_ms: job.tookMs,
      failures: job.failures,
      ok: job.isOk && !jobIsLate(job, clock.now()),
    })),
    audit: auditReply(staff.chain.check()),
    database: await parts.alarms.replication(),
    upkeep: await parts.alarms.upkeep(),
    alarms: await parts.alarms.list(),
  }
}
