import type { Attempts } from '../../platform/attempts.ts'
import type { ProxyWatch } from '../../platform/http/proxy-watch.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Alarms } from '../alarms/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Blocklists } from '../blocklists/index.ts'
import type { Campaigns } from '../campaigns/index.ts'
import type { Tournaments } from '../tournaments/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Content } from '../content/index.ts'
import type { Deposits } from '../deposits/index.ts'
import type { Gateway } from '../gateway/index.ts'
import type { Help } from '../help/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Notices } from '../notices/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Portal } from '../portal/index.ts'
import type { Receipts } from '../receipts/index.ts'
import type { Reports } from '../reports/index.ts'
import type { Rewards } from '../rewards/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Statements } from '../statements/index.ts'
import type { Books, Wallet } from '../wallet/index.ts'
import type { Withdrawals } from '../withdrawals/index.ts'

export interface OverviewParts {
  platform: Platform
  proxies: ProxyWatch
  attempts: Attempts
  portal: Portal
  accounts: Accounts
  staff: Staff
  approvals: Approvals
  blocklists: Blocklists
  wallet: Wallet
  catalog: Catalog
  deposits: Deposits
  payments: Payments
  withdrawals: Withdrawals
  statements: Statements
  limits: Limits
  gateway: Gateway
  receipts: Receipts
  reports: Reports
  help: Help
  messages: Messages
  rewards: Rewards
  campaigns: Campaigns
  tournaments: Tournaments
  content: Content
  /** Last result of the book checks on this process. */
  books: Readonly<Books>
  alarms: Alarms
  notices: Notices
  /** Start of this process. */
  startedAt: Date
}
