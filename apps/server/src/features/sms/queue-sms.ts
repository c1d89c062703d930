import type { Tx } from '../../platform/db/index.ts'
import type { SmsKind } from './tables.ts'

export interface NewSms {
  id: string
  kind: SmsKind
  mobile: string
  text: string
  language: string
  /** Player message of the notice; null for a code. */
  messageId: string | null
  at: Date
  /** Dropped unsent after this. */
  expiresAt: Date
}

/** Queues a text message, which is sent after the commit. */
export async function queueSms(tx: Tx, sms: NewSms) {
  await tx
    .insertInto('sms.outbox')
    .values({
      id: sms.id,
      kind: sms.kind,
      mobile: sms.mobile,
      text: sms.text,
      language: sms.language,
      message_id: sms.messageId,
      created_at: sms.at,
      next_at: sms.at,
      expires_at: sms.expiresAt,
      failure: null,
      gateway: null,
      sent_at: null,
      ended_at: null,
    })
    .execute()
}
