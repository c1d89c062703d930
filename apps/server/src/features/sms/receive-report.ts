import { keysOf } from '@dhow/contract/keys-of'
import { fieldsOf, isOneOf } from '@dhow/contract/records'
import { smsFailures, type SmsFailure } from '@dhow/contract/messages'
import { verifyWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import type { Platform } from '../../platform/platform.ts'
import type { GatewaySettings } from './gateway.ts'
import type { SmsState } from './tables.ts'

/** The states that a report moves on from: it never moves one back, so repeated and late reports change nothing. */
const movesFrom: Record<'sms.accepted' | 'sms.failed' | 'sms.delivered', SmsState[]> = {
  'sms.accepted': ['queued'],
  'sms.failed': ['queued', 'sent'],
  'sms.delivered': ['queued', 'sent', 'failed'],
}

interface Report {
  type: keyof typeof movesFrom
  id: string
  failure: SmsFailure
}

/** Receives the delivery reports of gateways, each signed with the key of its gateway. */
export function openReports({ db, clock }: Platform, gateways: readonly GatewaySettings[]) {
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
    await db.kysely
      .updateTable('sms.outbox')
      .set((eb) => ({
        text: '',
        gateway: eb.fn.coalesce('gateway', eb.val(gateway.name)),
        sent_at: eb.fn.coalesce('sent_at', eb.val(now)),
        ...(report.type === 'sms.accepted' ? { state: 'sent' as const } : {}),
        ...(report.type === 'sms.failed' ? { state: 'failed' as const, failure: report.failure, ended_at: now } : {}),
        ...(report.type === 'sms.delivered' ? { state: 'delivered' as const, failure: null, ended_at: now } : {}),
      }))
      .where('id', '=', report.id)
      .where('state', 'in', movesFrom[report.type])
      .execute()
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
