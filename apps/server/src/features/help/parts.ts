import type { Attempts } from '../../platform/attempts.ts'
import type { Files } from '../../platform/files.ts'
import type { ReencodePicture } from '../../platform/pictures.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Deposits } from '../deposits/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Withdrawals } from '../withdrawals/index.ts'

export interface HelpParts {
  platform: Platform
  accounts: Accounts
  staff: Staff
  attempts: Attempts
  files: Files
  isPicture: (bytes: Buffer) => Promise<boolean>
  reencodePicture: ReencodePicture
  messages: Messages
  deposits: Deposits
  payments: Payments
  withdrawals: Withdrawals
}
