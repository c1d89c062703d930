import type { MessageKind } from '@dhow/contract/message-texts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'messages.player_message': {
      id: string
      key: string
      player_id: string
      kind: MessageKind
      params: unknown
      about_kind: 'deposit' | 'withdrawal' | null
      about_id: string | null
      created_at: Date
      read_at: Date | null
    }
  }
}
