import type { Tx } from '../../platform/db/index.ts'
import type { MakeId } from '../../platform/ids.ts'
import { reminderNumber, clearAfterMs, type Problem } from './rules.ts'
import type { NoticeKind } from './tables.ts'
import { textOfAlarm } from './text.ts'
import type { OperatorText } from '@dhow/contract/operator-texts'

export interface Seen {
  code: string
  problems: Problem[]
}

/** A step of an alarm to notify of; passed repeatedly while it lasts, so identify it by alarm, kind and number. */
export interface AlarmStep {
  alarmId: string
  kind: NoticeKind
  /** For a reminder, its number since the alarm was raised; else 0. */
  number: number
  subject: string
  text: OperatorText
  since: Date
  clearedAt: Date | null
}

export interface Recording {
  now: Date
  id: MakeId
  reminderMs: number
  notify(tx: Tx, step: AlarmStep): Promise<void>
}

/**
 * Records this server's problems: raises new ones, reminds of lasting ones, and clears those that no server has seen
 * for a while. Unique rows make each happen once over all servers.
 */
export async function recordProblems(tx: Tx, seen: readonly Seen[], recording: Recording): Promise<void> {
  for (const { code, problems } of seen) {
    for (const problem of problems) await raise(tx, code, problem, recording)
    await clear(tx, code, recording)
  }
}

async function raise(tx: Tx, code: string, { subject, text }: Problem, recording: Recording) {
  const { now, id, reminderMs, notify } = recording
  const written = { text: '', text_code: text.code, params: JSON.stringify(text.params) }
  const alarm = await tx
    .insertInto('alarms.alarm')
    .values({ id: id('alm'), code, subject, ...written, opened_at: now, seen_at: now, cleared_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['code', 'subject'])
        .where('cleared_at', 'is', null)
        .doUpdateSet({ seen_at: now, ...written }),
    )
    .returning(['id', 'opened_at'])
    .executeTakeFirstOrThrow()
  const step = { alarmId: alarm.id, subject, text, since: alarm.opened_at, clearedAt: null }
  await notify(tx, { ...step, kind: 'raised', number: 0 })
  const number = reminderNumber(now.getTime() - alarm.opened_at.getTime(), reminderMs)
  if (number > 0) await notify(tx, { ...step, kind: 'reminder', number })
}

async function clear(tx: Tx, code: string, { now, notify }: Recording) {
  const cleared = await tx
    .updateTable('alarms.alarm')
    .set({ cleared_at: now })
    .where('code', '=', code)
    .where('cleared_at', 'is', null)
    .where('seen_at', '<', new Date(now.getTime() - clearAfterMs))
    .returning(['id', 'subject', 'text', 'text_code', 'params', 'opened_at'])
    .execute()
  for (const row of cleared) {
    const step = { alarmId: row.id, subject: row.subject, text: textOfAlarm(row), since: row.opened_at }
    await notify(tx, { ...step, clearedAt: now, kind: 'cleared', number: 0 })
  }
}
