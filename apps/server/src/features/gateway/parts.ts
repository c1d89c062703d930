import type { Platform } from '../../platform/platform.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { Ceilings } from './ceilings.ts'
import type { openHeldWins } from './held-wins.ts'
import type { openProviderKeys } from './provider-keys.ts'
import type { openGameSessions } from './sessions.ts'

export interface HeldWinParts {
  platform: Platform
  wallet: Wallet
  audit: Staff['audit']
  approvals: Approvals
  messages: Messages
}

export interface ProviderParts {
  platform: Platform
  catalog: Catalog
  sessions: ReturnType<typeof openGameSessions>
  keys: Awaited<ReturnType<typeof openProviderKeys>>
  audit: Staff['audit']
  approvals: Approvals
  ceilings: Ceilings
  heldWins: ReturnType<typeof openHeldWins>
  /** Whether a provider's keys are in the settings. */
  isFixed(provider: string): boolean
}
