import { Refusal } from '../../platform/refusal.ts'
import type { DepositParts } from './parts.ts'
import { findOwnProof, findProof, findProofsOfAll } from './store.ts'

/** A screenshot of a deposit: the newest, or the given number before it. @throws Refusal `not_found` */
export async function readProof({ platform: { db }, files }: DepositParts, depositId: string, back = 0) {
  const name = await findProof(db.kysely, depositId, back)
  const bytes = name === undefined ? undefined : await files.get(name)
  if (!bytes) throw new Refusal('not_found')
  return bytes
}

/** A player's own screenshot by its id. @throws Refusal `not_found` for others */
export async function readOwnProof({ platform: { db }, files }: DepositParts, playerId: string, proofId: string) {
  const name = await findOwnProof(db.kysely, playerId, proofId)
  const bytes = name === undefined ? undefined : await files.get(name)
  if (!bytes) throw new Refusal('not_found')
  return bytes
}

/**
 * Screenshots of several deposits without their bytes; one that is not re-encoded yet has no type and cannot be read.
 */
export async function listProofs({ platform: { db }, files, uploads }: DepositParts, depositIds: readonly string[]) {
  const listed = []
  for (const { id, deposit_id: depositId, at, file, isReady } of await findProofsOfAll(db.kysely, depositIds))
    listed.push({
      id,
      deposit_id: depositId,
      at: at.toISOString(),
      type: isReady ? 'image/webp' : null,
      size: (await (isReady ? files : uploads).size(file)) ?? null,
    })
  return listed
}
