import { createHash } from 'node:crypto'
import { textOf } from '@dhow/contract/player-texts'
import type { UploadedFile } from '../../platform/http/call.ts'
import { fieldRefusal } from '../../platform/refusal.ts'
import type { GivenParts } from './parts.ts'
import type { UploadRow } from './tables.ts'

/** A received screenshot, in the folder of uploads. */
export interface ReceivedProof {
  sha256: Buffer
  /** The row by which it becomes a deposit's. */
  uploadOf(depositId: string): UploadRow
  /** Keeps the file, because the row is committed: the re-encoding begins. */
  markCommitted(): void
  /** Removes the file, where it did not become a deposit's. */
  discard(): Promise<void>
}

const unreadable = () => fieldRefusal('proof_unreadable', 'image', textOf('proof_unreadable', {}))

/**
 * Checks a screenshot from outside and stores it apart. The caller discards one that does not become a deposit's.
 * @throws Refusal `proof_unreadable` under its field
 */
export async function receiveProof(
  parts: GivenParts,
  { bytes }: UploadedFile,
  reencode: () => Promise<void>,
): Promise<ReceivedProof> {
  const { clock, id, log } = parts.platform
  if (!(await parts.isPicture(bytes))) throw unreadable()
  const written = parts.uploads.putApart(bytes)
  // On the loop, while another thread writes: beside it, it would take a copy of the whole, and longer.
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
