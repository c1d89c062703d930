import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Deposits } from '../deposits/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Withdrawals } from '../withdrawals/index.ts'

export interface HelpParts {
  platform: Platform
  accounts: Accounts
  staff: Staff
  deposits: Deposits
  payments: Payments
  withdrawals: Withdrawals
}
