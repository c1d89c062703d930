import type { PlayerEvent } from '../../platform/player-events.ts'
import type { MessageKind } from '@dhow/contract/message-texts'
import type { ColumnType } from 'kysely'

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
    'messages.events': PlayerEvent
  }
}
