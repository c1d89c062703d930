import type { Files } from '../../platform/files.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Notices } from '../notices/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Staff } from '../staff/index.ts'

/** The shift of an operator as CSV, for those who see reports. */
export type ShiftFile = (asked: { operator: string; from: Date; to: Date }) => Promise<{ name: string; text: string }>

export interface ReportParts {
  platform: Platform
  accounts: Accounts
  staff: Staff
  notices: Notices
  payments: Payments
  /** Parts of long files. */
  files: Files
  shiftFile: ShiftFile
}
