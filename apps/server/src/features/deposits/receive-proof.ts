import { createHash } from 'node:crypto'
import { textOf } from '@dhow/contract/player-texts'
import type { UploadedFile } from '../../platform/http/call.ts'
import { fieldRefusal } from '../../platform/refusal.ts'
import type { GivenParts } from './parts.ts'
import type { UploadRow } from './tables.ts'

/** A received screenshot in the upload folder. */
export interface ReceivedProof {
  sha256: Buffer
  /** Row that links it to a deposit. */
  uploadOf(depositId: string): UploadRow
  /** Keeps the file after the row's commit: the re-encoding begins. */
  markCommitted(): void
  /** Removes the file if it did not become a deposit's. */
  discard(): Promise<void>
}

const unreadable = () => fieldRefusal('proof_unreadable', 'image', textOf('proof_unreadable', {}))

/**
 * Checks an uploaded screenshot and stores it separately. The caller discards it if it does not become a deposit's.
 * @throws Refusal `proof_unreadable` under its field
 */
export async function receiveProof(
  parts: GivenParts,
  { bytes }: UploadedFile,
  reencode: () => Promise<void>,
): Promise<ReceivedProof> {
  const { clock, id, log } = parts.platform
  if (!(await parts.isPicture(bytes))) throw unreadable()
  const written = parts.uploads.putUnique(bytes)
  // Hash on this thread while another one writes: a worker would need a copy of the file, and longer.
  const sha256 = createHash('sha256').update(bytes).digest()
  const file = await written
  let stays = false
  return {
    sha256,
    markCommitted() {
      stays = true
      reencode().catch((error: unknown) => log.error({ err: error }, 'the re-encoding of a screenshot failed'))
    },
    uploadOf(depositId) {
      const now = clock.now()
      return { id: id('dpr'), deposit_id: depositId, at: now, file, sha256, due_at: now, tries: 0 }
    },
    async discard() {
      if (!stays) await parts.uploads.drop(file)
    },
  }
}
