import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Deposits } from '../deposits/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Portal } from '../portal/index.ts'
import type { Wallet } from '../wallet/index.ts'

export interface UssdParts {
  platform: Platform
  secrets: Pick<Secrets, 'mac'>
  portal: Portal
  accounts: Pick<Accounts, 'findByMobile' | 'preferences'>
  wallet: Pick<Wallet, 'balances'>
  limits: Pick<Limits, 'takeTimeOut' | 'excludeSelf' | 'running'>
  deposits: Pick<Deposits, 'submit' | 'methodOfDetail' | 'shownMethods'>
  payments: Pick<Payments, 'history' | 'vouchers'>
}
