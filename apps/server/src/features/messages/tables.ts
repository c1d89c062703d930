import type { PlayerEvent } from '../../platform/player-events.ts'
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
      cost_minor: bigint | null
    }
    'messages.channel_choice': {
      player_id: string
      sms: Generated<boolean>
      email: Generated<boolean>
      push: Generated<boolean>
      push_sums: Generated<boolean>
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
    'messages.day_count': { subject: string; day: string; sent: number }
    'messages.events': PlayerEvent
  }
}
