import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Deposits } from '../deposits/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Portal } from '../portal/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { Withdrawals } from '../withdrawals/index.ts'

export interface StatementParts {
  platform: Platform
  portal: Portal
  accounts: Accounts
  staff: Staff
  approvals: Approvals
  wallet: Wallet
  deposits: Deposits
  payments: Payments
  withdrawals: Withdrawals
  normalise(text: string): string
}
