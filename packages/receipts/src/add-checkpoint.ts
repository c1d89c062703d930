import { hashFromBase64, readCount, textOf, toBase64 } from './encoding.ts'
import { formatSignature, openNote } from './note.ts'
import { check } from './verification-error.ts'
import type { VerifierKey } from './verifier-key.ts'

/** Request to a witness to cosign a checkpoint: the body of `POST <prefix>/add-checkpoint`. Source: c2sp.org/tlog-witness. */
export interface AddCheckpoint {
  /** Size of the last checkpoint that the witness has cosigned; 0 if none. */
  oldSize: number
  /** Consistency proof from that size to the checkpoint's. */
  proof: Uint8Array[]
  /** The signed checkpoint. */
  checkpoint: string
}

/** Media type of the answer 409, whose body is the witness's size. */
export const sizeMediaType = 'text/x.tlog.size'

const maxHashes = 63

/** Parses a request without verifying it. Refused with a reason that begins with `add-checkpoint-`, or as `not-utf8`. */
export function parseAddCheckpoint(file: string | Uint8Array): AddCheckpoint {
  const whole = textOf(file)
  const split = whole.indexOf('\n\n')
  check(split >= 0 && whole.length > split + 2, 'add-checkpoint-without-checkpoint')
  const [first = '', ...lines] = whole.slice(0, split).split('\n')
  const oldSize = first.startsWith('old ') ? readCount(first.slice(4)) : undefined
  check(oldSize !== undefined, 'add-checkpoint-old-size-malformed', first)
  check(lines.length <= maxHashes, 'add-checkpoint-too-many-hashes', String(lines.length))
  const proof = lines.map((line) => {
    const hash = hashFromBase64(line)
    check(hash !== undefined, 'add-checkpoint-hash-malformed', line)
    return hash
  })
  return { oldSize, proof, checkpoint: whole.slice(split + 2) }
}

/** Formats a request. */
export const formatAddCheckpoint = ({ oldSize, proof, checkpoint }: AddCheckpoint): string =>
  [`old ${oldSize}`, ...proof.map(toBase64), '', checkpoint].join('\n')

/**
 * Adds the cosignatures of an answer 200 to the signed checkpoint. Ignores lines of unknown keys; a wrong line of a known witness refuses the answer.
 */
export function addCosignatures(checkpoint: string, answer: string, witnesses: readonly VerifierKey[]): string {
  const { signatures, signedBy } = openNote(checkpoint + answer, witnesses)
  const lines = signedBy.flatMap((key) => {
    const found = signatures.find(({ name, keyId }) => name === key.name && keyId === key.id)
    return found ? [formatSignature(key, found.signature)] : []
  })
  return checkpoint + lines.filter((line) => !checkpoint.includes(line)).join('')
}

/** Parses the size in the body of an answer 409. */
export function parseWitnessSize(body: string): number {
  const size = body.endsWith('\n') ? readCount(body.slice(0, -1)) : undefined
  check(size !== undefined, 'add-checkpoint-size-malformed', body)
  return size
}

/** Formats the body of an answer 409. */
export const formatWitnessSize = (size: number): string => `${size}\n`
