import { inEnglish } from '../../platform/texts.ts'
import { textOfAlarm } from './text.ts'
import type { Platform } from '../../platform/platform.ts'
import { giveUpAfterMs, leaseMs, retryAfterMs } from './rules.ts'
import type { AlarmChannel, NoticeKind } from './tables.ts'

export interface Notice {
  id: string
  channel: AlarmChannel
  kind: NoticeKind
  code: string
  subject: string
  text: string
  opened_at: Date
  cleared_at: Date | null
}

/** Sends one notice by its channel; throws if it may not have arrived. */
export type SendNotice = (notice: Notice) => Promise<void>

/**
 * Sends due notices; several servers share them row by row. A notice is repeated under its own id if its answer was
 * lost.
 */
export async function sendNotices(
  { db, clock, log }: Platform,
  senders: Partial<Record<AlarmChannel, SendNotice>>,
): Promise<void> {
  const now = clock.now()
  const claimed = await db.transaction(async (tx) => {
    const due = await tx
      .selectFrom('alarms.notice as notice')
      .innerJoin('alarms.alarm as alarm', 'alarm.id', 'notice.alarm_id')
      .select([
        'notice.id',
        'notice.channel',
        'notice.kind',
        'notice.tries',
        'alarm.code',
        'alarm.subject',
        'alarm.text',
        'alarm.text_code',
        'alarm.params',
        'alarm.opened_at',
        'alarm.cleared_at',
      ])
      .where('notice.sent_at', 'is', null)
      .where('notice.next_at', '<=', now)
      .where('notice.created_at', '>', new Date(now.getTime() - giveUpAfterMs))
      .orderBy('notice.id')
      .limit(20)
      .forUpdate('notice')
      .skipLocked()
      .execute()
    for (const { id } of due)
      await tx
        .updateTable('alarms.notice')
        .set({ next_at: new Date(now.getTime() + leaseMs) })
        .where('id', '=', id)
        .execute()
    return due
  })
  await Promise.all(
    claimed.map(async ({ tries, text, text_code, params, ...notice }) => {
      try {
        const sentence = inEnglish(textOfAlarm({ text, text_code, params }))
        await senders[notice.channel]?.({ ...notice, text: sentence })
        await db.kysely
          .updateTable('alarms.notice')
          .set({ sent_at: clock.now(), tries: tries + 1 })
          .where('id', '=', notice.id)
          .execute()
      } catch (error) {
        log.warn({ err: error, notice: notice.id, channel: notice.channel }, 'an alarm could not be sent yet')
        await db.kysely
          .updateTable('alarms.notice')
          .set({ next_at: new Date(clock.now().getTime() + retryAfterMs(tries)), tries: tries + 1 })
          .where('id', '=', notice.id)
          .execute()
      }
    }),
  )
}
