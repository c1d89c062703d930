import { every } from '../../platform/every.ts'
import type { UploadedFile } from '../../platform/http/call.ts'
import { openDuplicates } from './duplicates/record-duplicates.ts'
import type { GivenParts } from './parts.ts'
import { receiveProof, type ReceivedProof } from './receive-proof.ts'
import { leaseUpload, reencodeUpload } from './reencode-proof.ts'

const eachMs = 2_000
/** Time between two sweeps of the uploads; no request lasts long enough for two to see its file. */
const sweepEachMs = 3_600_000
export interface Proofs {
  /** Re-encodes all due uploads. */
  prepare(): Promise<void>
  /** Reads the lines of screenshots stored before lines were compared, newest first. */
  readEarlier(): Promise<void>
  /**
   * Removes files that belonged to no deposit at this sweep and the last: their process ended before the deposit was
   * written.
   */
  sweep(): Promise<void>
  /**
   * Checks an uploaded screenshot and stores it separately. The caller discards it if it does not become a deposit's.
   * @throws Refusal `proof_unreadable` under its field
   */
  arrived(file: UploadedFile): Promise<ReceivedProof>
  close(): Promise<void>
}

/**
 * Screenshots. A request only stores the upload, which is shown to nobody; then one picture at a time is re-encoded,
 * hashed and compared with all others, and only the result is shown. Uploads left by a crash are re-encoded later.
 */
export function openProofs(parts: GivenParts): Proofs {
  const { uploadGate } = parts.platform
  const duplicates = openDuplicates(parts)
  let running: Promise<void> | undefined
  let isWanted = false
  let isClosed = false

  async function prepare(): Promise<void> {
    isWanted = true
    return (running ??= (async () => {
      try {
        while (isWanted && !isClosed) {
          isWanted = false
          for (let upload = await leaseUpload(parts); upload; upload = isClosed ? undefined : await leaseUpload(parts))
            await reencodeUpload(parts, duplicates, upload)
        }
      } finally {
        running = undefined
      }
    })())
  }

  let unknown = new Set<string>()
  async function sweep(): Promise<void> {
    const names = await parts.uploads.names()
    const rows = await parts.platform.db.kysely.selectFrom('deposits.upload').select('file').execute()
    const known = new Set(rows.map((row) => row.file))
    const left = names.filter((name) => !known.has(name))
    for (const name of left) if (unknown.has(name)) await parts.uploads.drop(name)
    unknown = new Set(left)
  }

  const stops = [
    every(parts.platform, 'deposit-proofs', eachMs, async () => {
      await prepare()
      await duplicates.readEarlier()
    }),
    every(parts.platform, 'deposit-uploads', sweepEachMs, sweep),
  ]

  return {
    prepare,
    readEarlier: duplicates.readEarlier,
    sweep,

    arrived: (file: UploadedFile) => receiveProof(parts, file, prepare),

    async close() {
      isClosed = true
      uploadGate.close()
      await Promise.all(stops.map((stop) => stop()))
      await running
    },
  }
}
