import type { Generated } from 'kysely'

/** Codes are sent before notices and expire with their code; notices wait up to a day for a gateway. */
export type SmsKind = 'code' | 'notice'
export type SmsState = 'queued' | 'sent' | 'failed' | 'delivered'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'sms.outbox': {
      id: string
      mobile: string
      /** Empty once it left the queue. */
      text: string
      kind: SmsKind
      language: string
      message_id: string | null
      state: Generated<SmsState>
      failure: string | null
      gateway: string | null
      created_at: Date
      next_at: Date
      expires_at: Date
      tries: Generated<number>
      sent_at: Date | null
      ended_at: Date | null
    }
    // Exported views, which other features may read.
    'sms.queued_messages': Pick<Tables['sms.outbox'], 'id' | 'created_at'>
  }
}
