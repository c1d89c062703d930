import { operatorText } from '@dhow/contract/operator-texts'
import { afterCommit, type Db, type Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'
import { openGateway } from './gateway.ts'
import { queueSms, type NewSms } from './queue-sms.ts'
import type { OnSmsChange } from './on-change.ts'
import { openSender } from './sender.ts'
import { openReports } from './receive-report.ts'

export type { SmsChange } from './on-change.ts'

export type Sms = ReturnType<typeof openSms>

const sweepEachMs = 2_000
const lateAfterMs = { code: 60_000, notice: 15 * 60_000 }

/**
 * Text messages: an outbox, a sender over one or two gateways, and their delivery reports.
 * @param onChange updates a notice's delivery, in the transaction of the change here
 */
export function openSms(platform: Platform, onChange: OnSmsChange) {
  const { config, clock, jobs } = platform
  const gateways = config.sms.gateways.map((row) => openGateway(row, config.sms.timeoutMs, clock))
  const sender = openSender({ ...platform, onChange }, gateways, config.sms.atOnce)
  const stop = every(platform, 'sms', sweepEachMs, () => sender.sendDue())

  return {
    /** Writes a text message in the caller's transaction; it is sent right after the commit. */
    async queue(tx: Tx, sms: NewSms) {
      await queueSms(tx, sms)
      // A server without jobs sends only what is requested of it, which is codes.
      if (sms.kind === 'code' || !jobs.areOff) afterCommit(tx, () => sender.wake(sms.kind))
    },
    sendDue: () => sender.sendDue(),
    receiveReport: openReports({ ...platform, onChange }, config.sms.gateways),
    /** Newest text message of each of these player messages. */
    async newestOf(db: Db, messageIds: string[]) {
      if (messageIds.length === 0) return []
      return db
        .selectFrom('sms.outbox')
        .select(['id', 'message_id', 'state', 'failure', 'created_at', 'sent_at', 'ended_at'])
        .distinctOn('message_id')
        .where('message_id', 'in', messageIds)
        .orderBy('message_id')
        .orderBy('id', 'desc')
        .execute()
    },
    /** All text messages of these player messages, including repeats, newest first, without their texts. */
    async carrying(db: Db, messageIds: string[]) {
      if (messageIds.length === 0) return []
      const rows = await db
        .selectFrom('sms.outbox')
        .select(['id', 'message_id', 'language', 'state', 'created_at', 'sent_at', 'ended_at'])
        .where('message_id', 'in', messageIds)
        .orderBy('id', 'desc')
        .execute()
      return rows.flatMap(({ message_id: messageId, ...row }) =>
        messageId === null ? [] : [{ ...row, message_id: messageId }],
      )
    },
    /** Text messages that have waited far too long; none if all are sent in time. */
    async lateQueue() {
      const rows = await platform.db.kysely
        .selectFrom('sms.outbox')
        .select((eb) => ['kind', eb.fn.countAll<bigint>().as('count'), eb.fn.min('created_at').as('oldest')])
        .where('state', '=', 'queued')
        .groupBy('kind')
        .execute()
      return rows
        .filter(({ kind, oldest }) => clock.now().getTime() - oldest.getTime() > lateAfterMs[kind])
        .map(({ kind, count }) => ({
          subject: kind,
          text: operatorText('alarm_messages_late', { kind, count: String(count) }),
        }))
    },
    /** State of each gateway on this server. */
    health: () => gateways.map((gateway) => ({ name: gateway.name, ...gateway.breaker.health() })),
    close: stop,
  }
}
