import type { Tx } from '../../platform/db/index.ts'
import type { Files } from '../../platform/files.ts'
import type { TakePicture } from '../../platform/pictures.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Portal } from '../portal/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { CreditGate } from './credit-gate.ts'
import type { Proofs } from './prepare-proofs.ts'
import type { Submissions } from './submit-batch.ts'

export interface DepositParts {
  platform: Platform
  files: Files
  /** Folder of screenshots as uploaded; only the re-encoder reads them. */
  uploads: Files
  saysPicture: (bytes: Buffer) => Promise<boolean>
  takePicture: TakePicture
  proofs: Proofs
  submissions: Submissions
  creditGate: CreditGate
  portal: Portal
  accounts: Accounts
  staff: Staff
  approvals: Approvals
  messages: Messages
  wallet: Wallet
  limits: Limits
  /**
   * Cancels what the player asked to be paid out and was not sent yet, and takes back what the credit of a deposit, which is this posting, has
   * brought its player beside the money. Leaves the player's accounts locked; answers the withdrawals that were cancelled.
   */
  onReversed(
    tx: Tx,
    credit: { playerId: string; postingId: bigint },
    act: { by: StaffSession; note: string },
  ): Promise<{ id: string }[]>
}
