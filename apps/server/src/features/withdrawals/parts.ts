import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Blocklists } from '../blocklists/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Portal } from '../portal/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { PayoutService } from './payout-service.ts'

/** Parts that the program passes to this feature. */
export interface GivenParts {
  platform: Platform
  secrets: Secrets
  portal: Portal
  accounts: Accounts
  staff: Staff
  approvals: Approvals
  blocklists: Pick<Blocklists, 'find' | 'refuse'>
  messages: Messages
  wallet: Wallet
  limits: Limits
  /** Payer names of a player's own payments, as written by the bank. */
  payerNames(playerId: string): Promise<string[]>
}

export interface WithdrawalParts extends GivenParts {
  /** Undefined if no payout service is configured. */
  service: PayoutService | undefined
}
