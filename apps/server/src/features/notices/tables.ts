import type { NoticeChannelKind } from '@dhow/contract/notice-channels'
import type { NoticeKind, noticeStates, noticeSteps } from '@dhow/contract/notices'
import type { OperatorText } from '@dhow/contract/operator-texts'
import type { overviewQueues } from '@dhow/contract/overview'
import type { Market } from '@dhow/contract/shapes'
import type { ColumnType, Generated } from 'kysely'

export interface ChannelRow {
  id: string
  name: string
  kind: NoticeChannelKind
  address: string
  sealed: Buffer | null
  /** False if removed. */
  active: boolean
  removed_at: Date | null
  created_by: string
  created_at: Date
}

export interface RuleRow {
  id: string
  name: string
  kind: NoticeKind
  enabled: boolean
  quiet_minutes: number
  queue: (typeof overviewQueues)[number] | null
  minutes: number | null
  market: Market | null
  amount_minor: bigint | null
  hours: number | null
  changed_by: string
  changed_at: Date
}

/** Lines of an e-mail, and members of a webhook's `data`. */
export interface Content {
  type: string
  lines: string[]
  data: Record<string, string | null>
}

export interface DeliveryRow {
  id: string
  key: string
  channel_id: string
  step: (typeof noticeSteps)[number]
  about_id: string
  rule_id: string | null
  subject: string
  title: string
  content: ColumnType<Content, string, string>
  file_name: string | null
  file: string | null
  state: (typeof noticeStates)[number]
  created_at: Date
  tried_from: Date
  next_at: Date | null
  tries: Generated<number>
  sent_at: Date | null
  ended_at: Date | null
  failure: ColumnType<OperatorText | null, string | null, string | null>
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'notices.channel': ChannelRow
    'notices.rule': RuleRow
    'notices.rule_channel': { rule_id: string; channel_id: string }
    'notices.delivery': DeliveryRow
    'notices.reader': { operator_id: string; up_to: string }
  }
}
