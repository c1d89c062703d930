import { formatWitnessSize, parseAddCheckpoint, sizeMediaType } from '@dhow/receipts/add-checkpoint'
import { openCheckpoint, parseCheckpoint, type SignedCheckpoint } from '@dhow/receipts/checkpoint'
import { verifyConsistency } from '@dhow/receipts/merkle'
import { cosign, parseNote, type NoteSigner } from '@dhow/receipts/note'
import { VerificationError } from '@dhow/receipts/verification-error'
import type { VerifierKey } from '@dhow/receipts/verifier-key'
import type { Heads } from './heads.ts'

export interface WitnessParts {
  signer: NoteSigner
  heads: Heads
  /** Keys of a log by origin, for a head signed by keys with these ids; none for an unknown log. */
  keysOf: (origin: string, keyIds: readonly string[]) => Promise<VerifierKey[]>
  now: () => Date
}

/** Answer of a witness; `reason` names the check that refused the request. */
export interface WitnessAnswer {
  status: 200 | 400 | 403 | 404 | 409 | 422
  mediaType: string
  body: string
  reason?: string
}

const plain = 'text/plain; charset=utf-8'
const refused = (status: WitnessAnswer['status'], reason: string): WitnessAnswer => ({
  ...{ status, reason, mediaType: plain },
  body: `${reason}\n`,
})

/** Parses or verifies something; returns an answer with this status on failure. */
function attempt<Value>(status: WitnessAnswer['status'], act: () => Value): { value: Value } | WitnessAnswer {
  try {
    return { value: act() }
  } catch (error) {
    if (error instanceof VerificationError) return refused(status, error.reason)
    throw error
  }
}

/** Cosigns a log head that is consistent with the last cosigned one: `POST <prefix>/add-checkpoint` of c2sp.org/tlog-witness. */
export async function addCheckpoint(parts: WitnessParts, body: Uint8Array): Promise<WitnessAnswer> {
  const request = attempt(400, () => {
    const read = parseAddCheckpoint(body)
    const { text, signatures } = parseNote(read.checkpoint)
    return { ...read, origin: parseCheckpoint(text).origin, keyIds: signatures.map(({ keyId }) => keyId) }
  })
  if (!('value' in request)) return request
  const { oldSize, proof, checkpoint, origin, keyIds } = request.value
  const keys = await parts.keysOf(origin, keyIds)
  if (keys.length === 0) return refused(404, 'log-unknown')
  const opened = attempt(403, () => openCheckpoint(checkpoint, keys))
  if (!('value' in opened)) return opened
  return verifyAndCosign(parts, oldSize, proof, opened.value)
}

/** Compares, verifies, stores and signs synchronously, so that of two requests at once one sees the other's head. */
function verifyAndCosign(
  { heads, signer, now }: WitnessParts,
  oldSize: number,
  proof: Uint8Array[],
  head: SignedCheckpoint,
): WitnessAnswer {
  if (oldSize > head.size) return refused(400, 'old-size-beyond-head')
  const known = heads.of(head.origin)
  if (known.size !== oldSize) return conflict('size-differs', known.size)
  const isSame = known.size === head.size
  const proved = attempt(isSame ? 409 : 422, () => verifyConsistency(known, head, proof))
  if (!('value' in proved)) return isSame ? conflict(proved.reason, known.size) : proved
  if (!heads.compareAndStore(oldSize, head, head.note.text)) return conflict('size-differs', heads.of(head.origin).size)
  const seconds = BigInt(Math.floor(now().getTime() / 1_000))
  return { status: 200, mediaType: plain, body: cosign(head.note.text, signer, seconds) }
}

const conflict = (reason: string | undefined, size: number): WitnessAnswer => ({
  ...{ status: 409, mediaType: sizeMediaType, body: formatWitnessSize(size) },
  ...(reason === undefined ? {} : { reason }),
})
