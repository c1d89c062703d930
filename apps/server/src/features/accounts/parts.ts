import type { MessageLanguage, MessageParams, SecurityMessageKind } from '@dhow/contract/message-texts'
import type { PayoutKind } from '@dhow/contract/shapes'
import type { Attempts } from '../../platform/attempts.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Files } from '../../platform/files.ts'
import type { ReencodePicture } from '../../platform/pictures.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Portal } from '../portal/index.ts'
import type { Sms } from '../sms/index.ts'
import type { Codes } from './codes.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import type { PlayerRow } from './tables.ts'

/** A payout account as text messages name it. */
export interface PayoutName {
  to: 'bank' | 'upi' | 'wallet'
  digits: string
}

/** Fields that identify a payout account. */
export interface DescribedAccount {
  kind?: PayoutKind | undefined
  number?: string | undefined
  branch?: string | undefined
}

/** Messages about the security of an account. */
export type SecurityMessage = { key: string; playerId: string; about: null } & {
  [Kind in SecurityMessageKind]: { kind: Kind; params: MessageParams[Kind] }
}[SecurityMessageKind]

export interface AccountParts {
  portal: Portal
  sms: Sms
  attempts: Attempts
  files: Files
  /** Re-encodes an uploaded avatar at its size. */
  reencodeAvatar: ReencodePicture
  /** Balances of players, passed in because accounts is a lower level than wallet. */
  balancesOf(playerIds: string[]): Promise<Map<string, { cashMinor: bigint; heldMinor: bigint; bonusMinor?: bigint }>>
  /**
   * A player's payout account as text messages name it, passed in because accounts is a lower level than withdrawals.
   */
  payoutAccountOf(playerId: string, accountId: string): Promise<PayoutName | undefined>
  /**
   * A payout account described in a form, passed in for the same reason.
   * @throws Refusal `invalid_fields` with the texts of kind, number and branch
   */
  describedAccount(
    session: Pick<PlayerSession, 'market'>,
    described: DescribedAccount,
  ): PayoutName & { commitment: string }
  /** Sends the player a message in the transaction of its event, passed in because messages is a higher level. */
  notify(tx: Tx, message: SecurityMessage): Promise<void>
  /**
   * Refuses values on the operator's blocklists, passed in because accounts is a lower level.
   * @throws Refusal `contact_us`
   */
  refuseBlocked(reader: Db, asked: readonly { kind: 'mobile' | 'device'; value: string }[]): Promise<void>
  /** Opens everything a new player needs, in the registration's own transaction. */
  onPlayerCreated(tx: Tx, player: PlayerRow): Promise<void>
}

/** Parts shared by registration, sign-in and passwords. */
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

/** Origin of a call: its address, and the device id if there is one. */
export interface Origin {
  ip: string
  deviceId: string | undefined
  /** Supported language of the browser. */
  language: MessageLanguage | undefined
}
