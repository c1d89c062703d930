import type { MessageLanguage } from '@dhow/contract/message-texts'
import type { Attempts } from '../../platform/attempts.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Files } from '../../platform/files.ts'
import type { TakePicture } from '../../platform/pictures.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Portal } from '../portal/index.ts'
import type { Sms } from '../sms/index.ts'
import type { Codes } from './codes.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import type { PlayerRow } from './tables.ts'

export interface AccountParts {
  portal: Portal
  sms: Sms
  attempts: Attempts
  files: Files
  /** Reencodes an uploaded avatar at its size. */
  reencodeAvatar: TakePicture
  /** Balances of a player, passed in because accounts is a lower level than wallet. */
  balancesOf(playerIds: string[]): Promise<Map<string, { cashMinor: bigint; heldMinor: bigint; bonusMinor?: bigint }>>
  /** A payout account of a player's as a text message names it, passed in because accounts is a lower level than withdrawals. */
  payoutAccountOf(
    playerId: string,
    accountId: string,
  ): Promise<{ to: 'bank' | 'upi' | 'wallet'; digits: string } | undefined>
  /** Opens whatever a new player needs, in the registration's own transaction. */
  onPlayerCreated(tx: Tx, player: PlayerRow): Promise<void>
}

/** Parts that registration, sign-in and passwords share. */
export interface Shared {
  platform: Platform
  parts: AccountParts
  secrets: Secrets
  passwords: Passwords
  sessions: Sessions
  attempts: Attempts
  codes: Codes
}

/** Parts of one-time codes. */
export interface CodeParts {
  platform: Platform
  secrets: Secrets
  sms: Sms
  portal: Portal
  attempts: Attempts
}

/** The origin of a call: its address, and the browser's id if it has one. */
export interface Origin {
  ip: string
  deviceId: string | undefined
  /** Language of the browser, one of ours. */
  language: MessageLanguage | undefined
}
