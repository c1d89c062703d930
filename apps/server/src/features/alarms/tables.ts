import type { ColumnType, Generated } from 'kysely'

export type AlarmChannel = 'webhook' | 'email'
/** Tasks outside the servers that record their result. */
export type UpkeepTask = 'backup' | 'drill' | 'files'
export type NoticeKind = 'raised' | 'reminder' | 'cleared'

export interface AlarmRow {
  id: string
  code: string
  subject: string
  /** Written by servers of version 0.1.0 during a rolling restart; otherwise empty. */
  text: Generated<string>
  text_code: string
  params: ColumnType<Record<string, string>, string, string>
  opened_at: Date
  seen_at: Date
  cleared_at: Date | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'alarms.alarm': AlarmRow
    'alarms.upkeep': {
      task: UpkeepTask
      ended_at: Date
      outcome: string
      seconds: number
      passed_at: Date | null
    }
    'alarms.notice': {
      id: string
      alarm_id: string
      kind: NoticeKind
      number: number
      channel: AlarmChannel
      created_at: Date
      next_at: Date
      tries: Generated<number>
      sent_at: Date | null
    }
  }
}
