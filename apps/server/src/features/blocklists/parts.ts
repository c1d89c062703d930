import type { Market } from '@dhow/contract/shapes'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Staff } from '../staff/index.ts'

export interface BlocklistParts {
  platform: Platform
  secrets: Secrets
  staff: Staff
  accounts: Pick<Accounts, 'findPlayer' | 'sessions'>
  /** Normalises a mobile number of the market to E.164. */
  normalMobile(text: string, market: Market): string | undefined
  /** Normalises payers and references, passed in because deposits is a higher level. */
  normalReference(text: string): string
  /** Full number of a payout account, passed in because withdrawals is a higher level. */
  payoutNumberOf(accountId: string): Promise<string | undefined>
}
