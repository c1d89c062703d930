import { every } from '../../platform/every.ts'
import type { UploadedFile } from '../../platform/http/call.ts'
import { openDuplicates } from './duplicates/record-duplicates.ts'
import type { GivenParts } from './parts.ts'
import { receiveProof, type ReceivedProof } from './receive-proof.ts'
import { leaseUpload, reencodeUpload } from './reencode-proof.ts'

const eachMs = 2_000
/** Time between two sweeps of the uploads; a request is over long before its file is seen by two. */
const sweepEachMs = 3_600_000
export interface Proofs {
  /** Re-encodes all uploads that are due. */
  prepare(): Promise<void>
  /** Reads the lines of screenshots that were stored before lines were compared, the newest first. */
  readEarlier(): Promise<void>
  /** Removes files that belonged to no deposit at this sweep and the one before: their process ended before the deposit was written. */
  sweep(): Promise<void>
  /**
   * Checks a screenshot from outside and stores it apart. The caller discards one that does not become a deposit's.
   * @throws Refusal `proof_unreadable` under its field
   */
  arrived(file: UploadedFile): Promise<ReceivedProof>
  close(): Promise<void>
}

/**
 * Screenshots. A request only stores the upload, which nobody is shown; one picture at a time is then re-encoded, hashed and compared with all
 * others, and only the re-encoded one is shown. Uploads that a crash leaves are re-encoded later.
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
