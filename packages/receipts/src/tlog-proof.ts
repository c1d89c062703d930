import { fromBase64, hashFromBase64, readCount, textOf, toBase64 } from './encoding.ts'
import { leafHash, verifyInclusion } from './merkle.ts'
import { openWitnessedCheckpoint, type Policy, type WitnessedCheckpoint } from './policy.ts'
import { check } from './verification-error.ts'

/** Proof that an entry is in a log, with the head of the log. Source: c2sp.org/tlog-proof@v1. */
export interface TlogProof {
  /** Bytes that are not verified. */
  extra?: Uint8Array
  /** Index of the entry in the log, from 0. */
  index: number
  /** Hashes from the leaf's sibling up. */
  hashes: Uint8Array[]
  /** Signed log head, as served. */
  checkpoint: string
}

const header = 'c2sp.org/tlog-proof@v1'
const longestLine = 65_535

/** Parses a proof without verifying it. Refused with a reason that begins with `proof-`, or as `not-utf8`. */
export function parseTlogProof(file: string | Uint8Array): TlogProof {
  const whole = textOf(file)
  check(!whole.includes('\r'), 'proof-carriage-return')
  const split = whole.indexOf('\n\n')
  check(split >= 0 && whole.length > split + 2, 'proof-without-checkpoint')
  const lines = whole.slice(0, split).split('\n')
  check(
    lines.every(({ length }) => length <= longestLine),
    'proof-line-too-long',
  )
  check(lines.shift() === header, 'proof-header-other')
  const extra = lines[0]?.startsWith('extra ') ? fromBase64(lines.shift()?.slice(6) ?? '') : null
  check(extra === null || (extra !== undefined && extra.length > 0), 'proof-extra-malformed')
  const indexLine = lines.shift() ?? ''
  check(indexLine.startsWith('index '), 'proof-index-missing', indexLine)
  const index = readCount(indexLine.slice(6))
  check(index !== undefined, 'proof-index-malformed', indexLine)
  const hashes = lines.map((line) => {
    const hash = hashFromBase64(line)
    check(hash !== undefined, 'proof-hash-malformed', line)
    return hash
  })
  return { ...(extra ? { extra } : {}), index, hashes, checkpoint: whole.slice(split + 2) }
}

/** Formats a proof. */
export const formatTlogProof = ({ extra, index, hashes, checkpoint }: TlogProof): string =>
  [
    header,
    ...(extra ? [`extra ${toBase64(extra)}`] : []),
    `index ${index}`,
    ...hashes.map(toBase64),
    '',
    checkpoint,
  ].join('\n')

/** Verifies that the log has this entry at the proof's index, and that the head fulfils the policy. Returns the head. */
export function verifyTlogProof(
  { index, hashes, checkpoint }: TlogProof,
  entry: Uint8Array,
  policy: Policy,
): WitnessedCheckpoint {
  const head = openWitnessedCheckpoint(checkpoint, policy)
  verifyInclusion(leafHash(entry), index, head, hashes)
  return head
}
