import { Refusal } from '../../platform/refusal.ts'
import type { DepositParts } from './parts.ts'
import { findProof } from './store.ts'

/** A screenshot of a deposit: the newest, or the one that many before it. @throws Refusal `not_found` */
export async function readProof({ platform: { db }, files }: DepositParts, depositId: string, back = 0) {
  const name = await findProof(db.kysely, depositId, back)
  const bytes = name === undefined ? undefined : await files.get(name)
  if (!bytes) throw new Refusal('not_found')
  return bytes
}
