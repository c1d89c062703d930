import type { Tx } from '../../platform/db/index.ts'
import type { MakeId } from '../../platform/ids.ts'
import { reminderNumber, unseenForMs, type Problem } from './rules.ts'
import type { AlarmChannel, NoticeKind } from './tables.ts'

export interface Seen {
  code: string
  problems: Problem[]
}

export interface Recording {
  now: Date
  id: MakeId
  channels: readonly AlarmChannel[]
  reminderMs: number
}

/**
 * Writes what this server sees: raises what is new, reminds of what stays, and clears what no server has seen for a while. Unique rows make
 * each of these once over all servers.
 */
export async function recordProblems(tx: Tx, seen: readonly Seen[], recording: Recording): Promise<void> {
  for (const { code, problems } of seen) {
    for (const problem of problems) await raise(tx, code, problem, recording)
    await clear(tx, code, recording)
  }
}

async function raise(tx: Tx, code: string, { subject, text }: Problem, recording: Recording) {
  const { now, id, reminderMs } = recording
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
  await notify(tx, alarm.id, 'raised', 0, recording)
  const number = reminderNumber(now.getTime() - alarm.opened_at.getTime(), reminderMs)
  if (number > 0) await notify(tx, alarm.id, 'reminder', number, recording)
}

async function clear(tx: Tx, code: string, recording: Recording) {
  const { now } = recording
  const cleared = await tx
    .updateTable('alarms.alarm')
    .set({ cleared_at: now })
    .where('code', '=', code)
    .where('cleared_at', 'is', null)
    .where('seen_at', '<', new Date(now.getTime() - unseenForMs))
    .returning('id')
    .execute()
  for (const { id } of cleared) await notify(tx, id, 'cleared', 0, recording)
}

async function notify(tx: Tx, alarmId: string, kind: NoticeKind, number: number, { now, id, channels }: Recording) {
  if (channels.length === 0) return
  await tx
    .insertInto('alarms.notice')
    .values(
      channels.map((channel) => ({
        id: id('aln'),
        alarm_id: alarmId,
        kind,
        number,
        channel,
        created_at: now,
        next_at: now,
        sent_at: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['alarm_id', 'kind', 'number', 'channel']).doNothing())
    .execute()
}
