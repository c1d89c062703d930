import type { MessageLanguage } from '@dhow/contract/message-texts'
import type { Currency } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Portal } from '../portal/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Wallet } from '../wallet/index.ts'

type PlayerTier = 'registered' | 'mobile_verified' | 'person_verified'

export interface RewardParts {
  platform: Platform
  wallet: Wallet
  approvals: Approvals
  limits: Limits
  messages: Pick<Messages, 'send'>
  /** Networks that many people share, with their allowances. */
  portal: Pick<Portal, 'settings'>
  /** Credits a gift to the player's cash, once per key. */
  credit(tx: Tx, gift: { key: string; playerId: string; amountMinor: bigint; currency: Currency }): Promise<unknown>
  playerOf(
    playerId: string,
    reader?: Db,
  ): Promise<{ mobile: string; market: Market; createdAt: Date; tier: PlayerTier } | undefined>
  /** Language of the player's messages. */
  languageOf(tx: Tx, playerId: string): Promise<MessageLanguage>
  /** Number of other players with payments from the same payer. */
  countPlayersWithSamePayer(reader: Db, playerId: string): Promise<number>
  /** Normalises a mobile by the market's rules; undefined if invalid. */
  normalMobile(text: string, market: Market): string | undefined
  audit(
    tx: Tx,
    entry: {
      operatorId: string | null
      action: string
      subject: string
      text: string
      before: unknown
      after: unknown
    },
  ): Promise<void>
}
