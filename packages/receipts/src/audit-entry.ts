import { concat, fromBase64, textOf, toBase64, utf8 } from './encoding.ts'
import { isHexHash, noEntry } from './entry.ts'
import type { Policy, WitnessedCheckpoint } from './policy.ts'
import { parseTlogProof, verifyTlogProof } from './tlog-proof.ts'
import { check } from './verification-error.ts'
import { sha256 } from '@dhow/fairness/sha256'

/** An action of an operator in the audit trail. */
export interface AuditEntry {
  at: string
  /** Null for a program. */
  operator_id: string | null
  action: string
  subject: string
  text: string
}

/** Parts of a proof file of an audit trail entry. */
interface AuditParts {
  salt: Uint8Array
  /** Seal of the previous entry, 64 hexadecimal digits; zeros before the first. */
  previous: string
  /** The entry in canonical form: one line of JSON with sorted keys. */
  entryText: string
}

const header = 'dhow/audit-entry/v1'

/** Seal of an entry: a hash over the entry and the previous seal, so over the whole trail so far. */
const sealOf = ({ previous, entryText }: Pick<AuditParts, 'previous' | 'entryText'>): Uint8Array =>
  sha256(
    concat(
      Uint8Array.of(2, 1),
      Uint8Array.from(previous.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)),
      utf8(entryText),
    ),
  )

/** Formats the proof file of an audit trail entry. `previous` is undefined for the first. */
export const formatAuditEntry = (
  { salt, previous = noEntry, entryText }: Omit<AuditParts, 'previous'> & { previous?: string | undefined },
  tlogProof: string,
): string => `${header}\nsalt ${toBase64(salt)}\nprevious ${previous}\n\n${entryText}\n\n${tlogProof}`

export const isAuditEntry = (file: string | Uint8Array): boolean => textOf(file).startsWith('dhow/audit-entry/')

/** Verifies that an audit trail entry is in the staff log. Refused with a reason that begins with `audit-` or one of a proof. */
export function verifyAuditEntry(
  file: string | Uint8Array,
  policy: Policy,
): { entry: AuditEntry; index: number; checkpoint: WitnessedCheckpoint } {
  const [head = '', entryText = '', ...proofParts] = textOf(file).split('\n\n')
  const [first, saltLine = '', previousLine = '', ...more] = head.split('\n')
  check(first === header, 'audit-header-other', first)
  const salt = saltLine.startsWith('salt ') ? fromBase64(saltLine.slice(5)) : undefined
  const previous = previousLine.startsWith('previous ') ? previousLine.slice(9) : ''
  check(salt?.length === 32 && isHexHash(previous) && more.length === 0, 'audit-malformed', head)
  const entry = readEntry(entryText)
  check(proofParts.length > 0, 'receipt-without-proof')
  const proof = parseTlogProof(proofParts.join('\n\n'))
  const leaf = sha256(concat(utf8('dhow/audit/v1'), salt, sealOf({ previous, entryText })))
  return { entry, index: proof.index, checkpoint: verifyTlogProof(proof, leaf, policy) }
}

function readEntry(text: string): AuditEntry {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    // Refused below, like other invalid JSON.
  }
  check(isEntry(read), 'audit-malformed', text)
  return read
}

function isEntry(read: unknown): read is AuditEntry {
  if (typeof read !== 'object' || read === null) return false
  const values = new Map<string, unknown>(Object.entries(read))
  const operator = values.get('operator_id')
  return (
    ['at', 'action', 'subject', 'text'].every((name) => typeof values.get(name) === 'string') &&
    (operator === null || typeof operator === 'string')
  )
}
