import type { Platform } from '../../platform/platform.ts'
import type { Random } from '../../platform/random.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Staff } from '../staff/index.ts'

export interface LogKeyParts {
  platform: Pick<Platform, 'db' | 'clock' | 'log'>
  secrets: Secrets
  /** For salts and keys, which must be unpredictable. */
  random: Random
}

/**
 * Posting keys of a player's lines by line id, for lines whose keys only other features know; other players' lines have
 * none.
 */
type FindKeys = (playerId: string, ids: readonly string[]) => Promise<Map<string, string[]>>

export interface KeysOfLines {
  rounds: FindKeys
  /** Service payments and vouchers. */
  payments: FindKeys
}

export interface ReceiptsParts extends LogKeyParts {
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'config' | 'id'>
  audit: Staff['audit']
  /** An entry of the audit trail with the previous seal. */
  readTrail: Staff['chain']['read']
  keysOfLines: KeysOfLines
}
