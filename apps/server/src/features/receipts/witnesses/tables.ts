import type { WitnessFault } from '@dhow/contract/service-text-params'
import type { LogName } from '../logs.ts'

export interface WitnessRow {
  log: LogName
  verifier_key: string
  size: bigint
  next_at: Date
  cosigned_at: Date | null
  failures: number
  fault: WitnessFault | null
}

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    'receipts.witness': WitnessRow
    'receipts.head': { log: LogName; size: bigint; checkpoint: string; is_witnessed: boolean; kept_at: Date }
    'receipts.cosignature': { log: LogName; size: bigint; verifier_key: string; line: string }
  }
}
