import { ruleCodes } from './raised.ts'
import { textOfAlarm } from './text.ts'
import type { Platform } from '../../platform/platform.ts'

const recentMs = 24 * 3_600_000
const maxListed = 50

/** Open alarms of all servers, newest first: one read of a few rows. */
export async function listOpenAlarms({ db }: Platform) {
  const rows = await db.kysely
    .selectFrom('alarms.alarm')
    .select(['id', 'code', 'text', 'text_code', 'params', 'opened_at'])
    .where('cleared_at', 'is', null)
    .where('code', 'not like', `${ruleCodes}%`)
    .orderBy('opened_at', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => ({ id: row.id, code: row.code, text: textOfAlarm(row), since: row.opened_at.toISOString() }))
}

/** Open alarms of all servers and those cleared in the last day, with their notices. */
export async function listAlarms({ db, clock }: Platform) {
  const rows = await db.kysely
    .selectFrom('alarms.alarm')
    .selectAll()
    .where('code', 'not like', `${ruleCodes}%`)
    .where((eb) =>
      eb.or([eb('cleared_at', 'is', null), eb('cleared_at', '>', new Date(clock.now().getTime() - recentMs))]),
    )
    .orderBy('opened_at', 'desc')
    .limit(maxListed)
    .execute()
  const notices =
    rows.length === 0
      ? []
      : await db.kysely
          .selectFrom('alarms.notice')
          .select(['alarm_id', 'kind', 'channel', 'sent_at'])
          .where(
            'alarm_id',
            'in',
            rows.map((row) => row.id),
          )
          .orderBy('id')
          .execute()
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    subject: row.subject,
    text: textOfAlarm(row),
    since: row.opened_at.toISOString(),
    cleared_at: row.cleared_at?.toISOString() ?? null,
    notices: notices
      .filter((notice) => notice.alarm_id === row.id)
      .map(({ kind, channel, sent_at }) => ({ kind, channel, sent_at: sent_at?.toISOString() ?? null })),
  }))
}
