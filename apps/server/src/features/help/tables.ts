import type { PlayerEvent } from '../../platform/player-events.ts'

export interface HelpCaseRow {
  id: string
  player_id: string
  payment_id: string
  state: 'waiting' | 'answered' | 'closed'
  opened_at: Date
  updated_at: Date
  waiting_since: Date | null
}

export interface HelpMessageRow {
  id: string
  case_id: string
  at: Date
  operator_id: string | null
  text: string
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'help.help_case': HelpCaseRow
    'help.message': HelpMessageRow
    'help.events': PlayerEvent
  }
}
