import './tables.ts'
import type { WitnessFault } from '@dhow/contract/service-text-params'
import { formatVerifierKey } from '@dhow/receipts/verifier-key'
import { every } from '../../../platform/every.ts'
import { logNames, type LogName } from '../logs.ts'
import type { ReceiptsParts } from '../parts.ts'
import { askWitness, type WitnessRequest } from './ask-witness.ts'
import { addWitness } from './witness-store.ts'

const lookedEachMs = 1_000

/** State of a witness for a log. */
export interface WitnessState {
  name: string
  log: LogName
  /** Size of the last head that it cosigned. */
  size: number
  /** Size of the log. */
  logSize: number
  cosignedAt: Date | null
  failures: number
  /** Why its last answer had no cosignature; null if it had one. */
  fault: WitnessFault | null
}

/**
 * Witnesses of the log's policy, each asked about every new head by its own job, so that a slow one delays only its own
 * cosignature (docs/concepts/receipts.md).
 */
export function openWitnesses({ platform }: Pick<ReceiptsParts, 'platform'>) {
  const { db, clock, config } = platform
  const { policy } = config.logPolicy ?? {}
  const asked = (policy?.witnesses ?? []).flatMap(({ url, ...witness }): WitnessRequest[] =>
    url === undefined ? [] : [{ ...witness, url }],
  )
  const known = new Set<string>()

  async function ask(witness: WitnessRequest) {
    for (const log of logNames) {
      const key = formatVerifierKey(witness.key)
      if (!known.has(`${log} ${key}`)) {
        const { numAffectedRows } = await addWitness(db.kysely, { log, key }, clock.now())
        if (numAffectedRows === 0n && !(await isThere(log, key))) continue
        known.add(`${log} ${key}`)
      }
      if (policy) await askWitness(platform, { log, witness, policy })
    }
  }
  const isThere = async (log: LogName, key: string) =>
    (await db.kysely
      .selectFrom('receipts.witness')
      .select('log')
      .where('log', '=', log)
      .where('verifier_key', '=', key)
      .executeTakeFirst()) !== undefined

  const stops = asked.map((witness) => every(platform, `witness ${witness.name}`, lookedEachMs, () => ask(witness)))
  return {
    /** Asks each witness that may be asked now. */
    ask: async () => void (await Promise.all(asked.map(ask))),
    /** States of the witnesses, for health page and metrics. */
    async states(): Promise<WitnessState[]> {
      if (asked.length === 0) return []
      const names = new Map(asked.map(({ name, key }) => [formatVerifierKey(key), name]))
      const rows = await db.kysely
        .selectFrom('receipts.witness as witness')
        .innerJoin('receipts.log as log', 'log.name', 'witness.log')
        .selectAll('witness')
        .select('log.size as log_size')
        .where('witness.verifier_key', 'in', [...names.keys()])
        .orderBy('witness.log')
        .execute()
      return rows.map(({ verifier_key, log, size, log_size, cosigned_at, failures, fault }) => ({
        ...{ name: names.get(verifier_key) ?? verifier_key, log, size: Number(size), logSize: Number(log_size) },
        ...{ cosignedAt: cosigned_at, failures, fault },
      }))
    },
    close: async () => void (await Promise.all(stops.map((stop) => stop()))),
  }
}
