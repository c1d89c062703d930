import type { SmsFailure } from '@dhow/contract/messages'
import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'

/** A step of a notice: a try that has to be repeated, a gateway that has it, its arrival, its failure. */
export interface SmsChange {
  messageId: string
  state: 'tried' | 'sent' | 'delivered' | 'failed'
  failure: SmsFailure | null
  /** A gateway has accepted it for the first time by this step, and bills it. */
  isAccepted: boolean
  at: Date
}

export type OnSmsChange = (tx: Tx, change: SmsChange) => Promise<void>

export type SmsPlatform = Pick<Platform, 'db' | 'clock' | 'log'> & { onChange: OnSmsChange }
