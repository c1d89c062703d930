import type { Tx } from '../../../platform/db/index.ts'
import type { Picture } from '../../../platform/pictures.ts'
import type { GivenParts } from '../parts.ts'
import { copyOf } from '../risk-flags.ts'
import { addWarning, depositsAlike } from '../store.ts'
import { duplicatesAmong, findCandidates, storeLines, type Proof } from './find-duplicates.ts'
import { sketchOf } from './sketch.ts'

/** A picture with fewer lines of writing is no screenshot of a receipt: a photograph is compared as a whole. */
const minLines = 4
/** Earlier screenshots read at a time. */
const earlierAtOnce = 5

/** Another deposit's screenshot that is most likely a copy, or the original. */
interface Found {
  id: string
  deposit_id: string
}

export type Duplicates = ReturnType<typeof openDuplicates>

/** Finds duplicates among all stored screenshots. */
export function openDuplicates({ platform: { db }, files }: Pick<GivenParts, 'platform' | 'files'>) {
  const readFile = (file: string) => files.get(file)

  /** Warns on the later deposit of each pair. */
  async function warn(tx: Tx, { id, deposit_id: depositId }: Found, found: readonly Found[]) {
    for (const other of found) {
      const [later, earlier] = other.id > id ? [other.deposit_id, depositId] : [depositId, other.deposit_id]
      await addWarning(tx, { depositId: later, ...copyOf(earlier) })
    }
  }

  return {
    warn,

    /** Stores a screenshot with its lines and returns its duplicates. Idempotent after a crash. */
    async record(proof: Proof & { at: Date }, { bytes, looks }: Picture): Promise<Found[]> {
      const { id, deposit_id, at, file, sha256 } = proof
      const sketch = await sketchOf(bytes)
      const isWriting = sketch.lines.length >= minLines
      await db.transaction(async (tx) => {
        await tx
          .insertInto('deposits.proof')
          .values({ id, deposit_id, at, file, sha256, looks: isWriting ? [] : looks.map(String) })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await storeLines(tx, id, sketch.lines)
      })
      const candidates = await findCandidates(db.kysely, proof, sketch.lines)
      const found = await duplicatesAmong(sketch, candidates, readFile)
      if (isWriting) return found
      const alike = await depositsAlike(db.kysely, { depositId: deposit_id, sha256, looks })
      return [...found, ...alike.map((depositId) => ({ id: '', deposit_id: depositId }))]
    },

    /** Reads some screenshots stored before lines were compared, newest first. */
    async readEarlier() {
      const earlier = await db.kysely
        .selectFrom('deposits.proof_unread')
        .innerJoin('deposits.proof', 'deposits.proof.id', 'proof_id')
        .select(['id', 'deposit_id', 'file', 'sha256'])
        .orderBy('proof_id', 'desc')
        .limit(earlierAtOnce)
        .execute()
      for (const proof of earlier) {
        const bytes = await readFile(proof.file)
        const sketch = bytes && (await sketchOf(bytes))
        if (sketch) await db.transaction((tx) => storeLines(tx, proof.id, sketch.lines))
        const candidates = sketch ? await findCandidates(db.kysely, proof, sketch.lines) : []
        const found = sketch ? await duplicatesAmong(sketch, candidates, readFile) : []
        await db.transaction(async (tx) => {
          await warn(tx, proof, found)
          await tx.deleteFrom('deposits.proof_unread').where('proof_id', '=', proof.id).execute()
        })
      }
    },
  }
}
