import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AlarmCheck } from './rules.ts'
import type { UpkeepTask } from './tables.ts'

const hourMs = 3_600_000

/** A task is late once its last success is older than this: a day or a week, with room for a slow run. */
const rules: Record<
  UpkeepTask,
  { lateAfterHours: number; failed(outcome: string): OperatorText; late(hours: number): OperatorText }
> = {
  backup: {
    lateAfterHours: 30,
    failed: (outcome) => operatorText('alarm_backup_failed', { outcome }),
    late: (hours) => operatorText('alarm_backup_late', { hours: String(hours) }),
  },
  drill: {
    lateAfterHours: 8 * 24,
    failed: (outcome) => operatorText('alarm_drill_failed', { outcome }),
    late: (hours) => operatorText('alarm_drill_late', { days: String(Math.floor(hours / 24)) }),
  },
  files: {
    lateAfterHours: 30,
    failed: (outcome) => operatorText('alarm_files_failed', { outcome }),
    late: (hours) => operatorText('alarm_files_late', { hours: String(hours) }),
  },
}

/** Records the result of a task outside the servers, as `deploy/backup/note.sh` does. */
export const noteUpkeep = (
  db: Database,
  { task, outcome, seconds }: { task: UpkeepTask; outcome: string; seconds: number },
) =>
  db.transaction(async (tx) => {
    const passedAt = outcome === 'passed' ? sql<Date>`now()` : null
    await tx
      .insertInto('alarms.upkeep')
      .values({ task, outcome, seconds, ended_at: sql<Date>`now()`, passed_at: passedAt })
      .onConflict((conflict) =>
        conflict.column('task').doUpdateSet(({ ref }) => ({
          ended_at: sql<Date>`now()`,
          outcome,
          seconds,
          passed_at: passedAt ?? ref('alarms.upkeep.passed_at'),
        })),
      )
      .execute()
  })

/**
 * Backups and restore drills, as recorded in the database by `deploy/backup/note.sh`: their last results, and an alarm
 * if one failed or is late. A task without records raises none, because an operator may make backups by other means.
 */
export function openUpkeep({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  async function read() {
    const rows = await db.kysely.selectFrom('alarms.upkeep').selectAll().orderBy('task').execute()
    return rows.map((row) => ({ ...row, fault: faultOf(row) }))
  }

  function faultOf({
    task,
    outcome,
    ended_at,
    passed_at,
  }: {
    task: UpkeepTask
    outcome: string
    ended_at: Date
    passed_at: Date | null
  }) {
    const { lateAfterHours, failed, late } = rules[task]
    if (outcome !== 'passed') return failed(outcome)
    const hours = Math.floor((clock.now().getTime() - (passed_at ?? ended_at).getTime()) / hourMs)
    return hours >= lateAfterHours ? late(hours) : undefined
  }

  const check: AlarmCheck = {
    code: 'upkeep',
    look: async () => (await read()).flatMap(({ task, fault }) => (fault ? [{ subject: task, text: fault }] : [])),
  }
  return {
    check,
    /** Last result of each recorded task. */
    list: async () =>
      (await read()).map(({ task, ended_at, outcome, seconds, passed_at, fault }) => ({
        task,
        ended_at: ended_at.toISOString(),
        outcome,
        took_s: seconds,
        passed_at: passed_at?.toISOString() ?? null,
        ok: fault === undefined,
      })),
  }
}
