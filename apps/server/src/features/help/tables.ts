import type { ComplaintState, HelpCategory } from '@dhow/contract/help'
import type { Market } from '@dhow/contract/shapes'
import type { Generated } from 'kysely'
import type { PlayerEvent } from '../../platform/player-events.ts'

export interface HelpCaseRow {
  id: string
  player_id: string
  payment_id: string | null
  category: HelpCategory
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

export interface PictureRow {
  id: string
  message_id: string
  file: string
}

export interface ComplaintRow {
  number: string
  case_id: string
  market: Market
  opened_at: Date
  opened_by: string | null
  state: ComplaintState
  outcome: string | null
  decided_at: Date | null
  decided_by: string | null
}

export interface ReadyAnswerRow {
  id: string
  title: string
  en: string
  hi: string
  af: string
  version: number
  changed_at: Date
  changed_by: string
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'help.help_case': HelpCaseRow
    'help.message': HelpMessageRow
    'help.picture': PictureRow
    'help.assignment': { case_id: string; operator_id: string; at: Date }
    'help.link': { case_id: string; about_id: string; operator_id: string; at: Date }
    'help.ready_answer': Omit<ReadyAnswerRow, 'version'> & { version: Generated<number> }
    'help.complaint': ComplaintRow
    'help.complaint_count': { market: Market; year: number; last: number }
    'help.events': PlayerEvent
  }
}
