import type { Market } from '@dhow/contract/shapes'
import type { Attempts } from '../../platform/attempts.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Deposits } from '../deposits/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Portal } from '../portal/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { Catalogue } from './catalogue.ts'
import type { RedirectService } from './redirect-service.ts'
import type { VoucherIssuer } from './voucher-issuer.ts'

/** Parts that the program passes to this feature. */
export interface GivenParts {
  platform: Platform
  secrets: Secrets
  portal: Portal
  attempts: Attempts
  accounts: Accounts
  staff: Staff
  approvals: Approvals
  messages: Messages
  wallet: Wallet
  limits: Limits
  deposits: Deposits
  /** Records that a player was shown the methods, or the page of one; never waits and never throws. */
  noteVisit: (visit: { playerId: string; market: Market; step: 'opened' | 'chose'; method?: string }) => void
}

export interface PaymentParts extends GivenParts {
  catalogue: Catalogue
  /** Adapters of the configured redirect services, by service code. */
  adapters: ReadonlyMap<string, RedirectService>
  /** Undefined if no voucher issuer is configured. */
  issuer: VoucherIssuer | undefined
}
