import type { Tx } from '../../platform/db/index.ts'
import type { SmsKind } from './tables.ts'

export interface NewSms {
  id: string
  kind: SmsKind
  mobile: string
  text: string
  language: string
  /** The player message that it carries; null for a code. */
  messageId: string | null
  at: Date
  /** After this it is dropped unsent. */
  expiresAt: Date
}

/** Writes a text message to be sent once the transaction is committed. */
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
