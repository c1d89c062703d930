import type { PlayerEvent } from '../../platform/player-events.ts'
import type { EmailLetter } from '@dhow/contract/email-texts'
import type { MessageKind } from '@dhow/contract/message-texts'
import type { DeliveryChannel, DeliveryState, MessageClass } from '@dhow/contract/deliveries'
import type { Currency } from '@dhow/contract/money'
import type { ColumnType, Generated, RawBuilder } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'messages.player_message': {
      id: string
      key: string
      player_id: string
      kind: MessageKind
      params: ColumnType<Record<string, string>, string, string>
      about_kind: 'deposit' | 'withdrawal' | null
      about_id: string | null
      created_at: Date
      read_at: Date | null
    }
    'messages.delivery': {
      message_id: string
      channel: DeliveryChannel
      player_id: string
      class: MessageClass
      state: DeliveryState
      reason: string | null
      created_at: Date
      next_at: Date | null
      tries: ColumnType<number, never, RawBuilder<number>>
      tried_at: ColumnType<Date[], never, RawBuilder<Date[]>>
      counted_on: string | null
      retried_at: Date | null
      sent_at: Date | null
      ended_at: Date | null
      parts: number | null
      currency: Currency | null
      /** Version of the operator's wording that was sent. */
      wording: ColumnType<string | null, string | null | undefined, string | null>
      cost_minor: ColumnType<bigint | null, bigint | null, bigint | null | RawBuilder<bigint>>
    }
    'messages.channel_choice': {
      player_id: string
      sms: Generated<boolean>
      email: Generated<boolean>
      push: Generated<boolean>
      push_sums: Generated<boolean>
      email_sums: Generated<boolean>
      changed_at: Date
    }
    'messages.push_key': { id: number; public_key: string; sealed: Buffer; made_at: Date }
    'messages.push_subscription': {
      id: string
      player_id: string
      device_id: string
      endpoint_hash: Buffer
      sealed: Buffer
      made_at: Date
    }
    'messages.email_address': {
      player_id: string
      id: string
      address_hash: Buffer
      sealed: Buffer
      confirmed_at: Date
      came_back_at: Date | null
    }
    'messages.email_claim': {
      player_id: string
      id: string
      address_hash: Buffer
      sealed: Buffer
      code_hash: Buffer
      tries: Generated<number>
      asked_at: Date
      expires_at: Date
      failed_at: Date | null
    }
    'messages.email_letter': {
      id: string
      player_id: string
      purpose: EmailLetter
      claim_id: string | null
      sealed: Buffer
      state: Generated<'waiting' | 'sent' | 'failed'>
      reason: string | null
      created_at: Date
      next_at: Date | null
      expires_at: Date
      tries: Generated<number>
      ended_at: Date | null
    }
    'messages.day_count': { subject: string; day: string; sent: number }
    'messages.events': PlayerEvent
  }
}
