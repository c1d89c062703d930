import type { Files } from '../../platform/files.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Notices } from '../notices/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Staff } from '../staff/index.ts'

/** An operator's shift as CSV, for those who may see reports. */
export type ShiftFile = (asked: { operator: string; from: Date; to: Date }) => Promise<{ name: string; text: string }>

export interface ReportParts {
  platform: Platform
  accounts: Accounts
  staff: Staff
  approvals: Approvals
  notices: Notices
  payments: Payments
  /** Parts of exports. */
  files: Files
  shiftFile: ShiftFile
}
