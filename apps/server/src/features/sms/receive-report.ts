import { keysOf } from '@dhow/contract/keys-of'
import { fieldsOf, isOneOf } from '@dhow/contract/records'
import { smsFailures, type SmsFailure } from '@dhow/contract/messages'
import { verifyWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import type { GatewaySettings } from './gateway.ts'
import type { SmsPlatform } from './on-change.ts'
import type { SmsState } from './tables.ts'

/** States that a report may change: it never moves one back, so repeated and late reports change nothing. */
const movesFrom: Record<'sms.accepted' | 'sms.failed' | 'sms.delivered', SmsState[]> = {
  'sms.accepted': ['queued'],
  'sms.failed': ['queued', 'sent'],
  'sms.delivered': ['queued', 'sent', 'failed'],
}

const states = { 'sms.accepted': 'sent', 'sms.failed': 'failed', 'sms.delivered': 'delivered' } as const

interface Report {
  type: keyof typeof movesFrom
  id: string
  failure: SmsFailure
}

/** Receives the gateways' delivery reports, each signed with its gateway's key. */
export function openReports({ db, clock, onChange }: SmsPlatform, gateways: readonly GatewaySettings[]) {
  return async (
    name: string,
    rawBody: Buffer,
    headers: Record<string, unknown>,
  ): Promise<'accepted' | 'forged' | 'malformed'> => {
    const gateway = gateways.find((candidate) => candidate.name === name)
    if (gateway?.reportKey === undefined) return 'forged'
    const now = clock.now()
    const message = verifyWebhook(rawBody, headers, now, [webhookSecret(gateway.reportKey)])
    if (!message) return 'forged'
    const report = readReport(message.raw)
    if (!report) return 'malformed'
    await db.transaction(async (tx) => {
      const row = await tx
        .selectFrom('sms.outbox')
        .select(['message_id', 'sent_at'])
        .where('id', '=', report.id)
        .where('state', 'in', movesFrom[report.type])
        .forUpdate()
        .executeTakeFirst()
      if (!row) return
      const failure = report.type === 'sms.failed' ? report.failure : null
      const state = states[report.type]
      await tx
        .updateTable('sms.outbox')
        .set((eb) => ({
          text: '',
          gateway: eb.fn.coalesce('gateway', eb.val(gateway.name)),
          sent_at: row.sent_at ?? now,
          state,
          failure,
          ...(state === 'sent' ? {} : { ended_at: now }),
        }))
        .where('id', '=', report.id)
        .execute()
      if (row.message_id === null) return
      const isAccepted = row.sent_at === null
      await onChange(tx, { messageId: row.message_id, state, failure, isAccepted, at: now })
    })
    return 'accepted'
  }
}

function readReport(raw: string): Report | undefined {
  let json: unknown
  try {
    json = JSON.parse(raw)
  } catch {
    return undefined
  }
  const { type, data } = fieldsOf(json)
  const { id, reason } = fieldsOf(data)
  if (!isOneOf(keysOf(movesFrom), type)) return undefined
  if (typeof id !== 'string' || !/^[\w-]{1,80}$/.test(id)) return undefined
  return { type, id, failure: isOneOf(smsFailures, reason) ? reason : 'undelivered' }
}
