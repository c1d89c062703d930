import type { Platform } from '../../platform/platform.ts'
import type { Random } from '../../platform/random.ts'
import type { Secrets } from '../../platform/secrets.ts'

export interface LogKeyParts {
  platform: Pick<Platform, 'db' | 'clock' | 'log'>
  secrets: Secrets
  /** Of salts and keys, which nobody may foresee. */
  random: Random
}

export interface ReceiptsParts extends LogKeyParts {
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'config'>
}
