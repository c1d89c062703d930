import { hashFromBase64, isEqual, readCount, toBase64 } from './encoding.ts'
import { emptyRoot } from './merkle.ts'
import { openNote, signNote, type NoteSigner, type VerifiedNote } from './note.ts'
import { check } from './verification-error.ts'
import type { VerifierKey } from './verifier-key.ts'

/** Head of a log: its size and root. Source: c2sp.org/tlog-checkpoint. */
export interface Checkpoint {
  /** Name of the log, such as `dhow.example/log`. */
  origin: string
  /** Number of entries. */
  size: number
  root: Uint8Array
  /** Further lines, not covered by witnesses. */
  extensions?: string[]
}

/** A checkpoint signed by its log, with its note. */
export interface SignedCheckpoint extends Checkpoint {
  note: VerifiedNote
}

/** Parses the text of a checkpoint, without signatures. Refused with a reason that begins with `checkpoint-`. */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', sizeText, rootText, ...extensions] = text.split('\n')
  check(extensions.pop() === '', 'checkpoint-too-short')
  check(origin !== '', 'checkpoint-origin-missing')
  const size = readCount(sizeText ?? '')
  check(size !== undefined, 'checkpoint-size-malformed', sizeText)
  const root = hashFromBase64(rootText ?? '')
  check(root !== undefined, 'checkpoint-root-malformed', rootText)
  check(!extensions.includes(''), 'checkpoint-empty-line')
  check(size > 0 || isEqual(root, emptyRoot), 'checkpoint-empty-root-wrong')
  return extensions.length > 0 ? { origin, size, root, extensions } : { origin, size, root }
}

/** Formats the text of a checkpoint for signing. */
export const formatCheckpoint = ({ origin, size, root, extensions = [] }: Checkpoint): string =>
  [origin, size, toBase64(root), ...extensions].map((line) => `${line}\n`).join('')

/** Formats a checkpoint signed by its log, which must never sign two inconsistent ones. */
export const signCheckpoint = (checkpoint: Checkpoint, signer: NoteSigner): string =>
  signNote(formatCheckpoint(checkpoint), [signer])

/** Opens a checkpoint signed by one of the log keys, whose name has to be the log's. Also verifies signatures of the witnesses among the keys. */
export function openCheckpoint(
  file: string | Uint8Array,
  logs: readonly VerifierKey[],
  witnesses: readonly VerifierKey[] = [],
): SignedCheckpoint {
  const note = openNote(file, [...logs, ...witnesses])
  const checkpoint = parseCheckpoint(note.text)
  const signers = note.signedBy.filter((key) => logs.includes(key))
  check(signers.length > 0, 'checkpoint-not-signed-by-log')
  check(
    signers.some(({ name }) => name === checkpoint.origin),
    'checkpoint-of-other-log',
    checkpoint.origin,
  )
  return { ...checkpoint, note }
}
