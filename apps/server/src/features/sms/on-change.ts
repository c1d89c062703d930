import type { SmsFailure } from '@dhow/contract/messages'
import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'

/** A change of a notice: a try to repeat, acceptance by a gateway, arrival, failure. */
export interface SmsChange {
  messageId: string
  state: 'tried' | 'sent' | 'delivered' | 'failed'
  failure: SmsFailure | null
  /** A gateway has accepted it for the first time with this change, and charges for it. */
  isAccepted: boolean
  at: Date
}

export type OnSmsChange = (tx: Tx, change: SmsChange) => Promise<void>

export type SmsPlatform = Pick<Platform, 'db' | 'clock' | 'log'> & { onChange: OnSmsChange }
