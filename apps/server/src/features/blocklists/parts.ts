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
  /** A mobile number of the market in E.164. */
  normalMobile(text: string, market: Market): string | undefined
  /** The one form of payers and references, passed in because deposits is a higher level. */
  normalReference(text: string): string
  /** The number of a payout account in full, passed in because withdrawals is a higher level. */
  payoutNumberOf(accountId: string): Promise<string | undefined>
}
