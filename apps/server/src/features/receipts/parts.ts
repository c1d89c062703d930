import type { Platform } from '../../platform/platform.ts'
import type { Random } from '../../platform/random.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Staff } from '../staff/index.ts'

export interface LogKeyParts {
  platform: Pick<Platform, 'db' | 'clock' | 'log'>
  secrets: Secrets
  /** Of salts and keys, which nobody may foresee. */
  random: Random
}

/** Keys of the postings of a player's lines, by the line's id, for lines whose keys only other features know; a line of somebody else's has none. */
type FindKeys = (playerId: string, ids: readonly string[]) => Promise<Map<string, string[]>>

export interface KeysOfLines {
  rounds: FindKeys
  /** Payments by a service and vouchers. */
  payments: FindKeys
}

export interface ReceiptsParts extends LogKeyParts {
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'config' | 'id'>
  audit: Staff['audit']
  /** An entry of the audit trail with the seal before it. */
  readTrail: Staff['chain']['read']
  keysOfLines: KeysOfLines
}
