import type { Platform } from '../../platform/platform.ts'
import type { Random } from '../../platform/random.ts'
import type { Secrets } from '../../platform/secrets.ts'

export interface ReceiptsParts {
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'config'>
  secrets: Secrets
  /** Of salts and keys, which nobody may foresee. */
  random: Random
}
