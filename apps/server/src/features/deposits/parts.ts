import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import type { Files } from '../../platform/files.ts'
import type { ReencodePicture } from '../../platform/pictures.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Blocklists } from '../blocklists/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Portal } from '../portal/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { CreditGate } from './credit-gate.ts'
import type { Proofs } from './prepare-proofs.ts'
import type { Submissions } from './submit-batch.ts'
import type { openUsualMinutes } from './usual-minutes.ts'

/** Parts that the program passes to this feature. */
export interface GivenParts {
  platform: Platform
  files: Files
  /** Folder of uploaded screenshots; only the re-encoder reads them. */
  uploads: Files
  isPicture: (bytes: Buffer) => Promise<boolean>
  reencodePicture: ReencodePicture
  portal: Portal
  accounts: Accounts
  staff: Staff
  approvals: Approvals
  messages: Messages
  wallet: Wallet
  limits: Limits
  blocklists: Pick<Blocklists, 'refuse'>
  /** Records that a player was shown the methods, or the page of one; never waits and never throws. */
  noteVisit: (visit: { playerId: string; market: Market; step: 'opened' | 'chose'; method?: string }) => void
  /**
   * Cancels the player's unsent withdrawals, and reverses the bonuses that this credit gave. Leaves the player's
   * accounts locked; returns the cancelled withdrawals.
   */
  onReversed(
    tx: Tx,
    credit: { playerId: string; postingId: bigint },
    reversal: { by: StaffSession; note: string },
  ): Promise<{ id: string }[]>
}

export interface DepositParts extends GivenParts {
  proofs: Proofs
  submissions: Submissions
  usualMinutes: ReturnType<typeof openUsualMinutes>
  creditGate: CreditGate
}
