import { checkCommitment, checkConsistency, checkReceipt, checkRoot, checkStatement } from './check-files.ts'
import type { Fact } from './facts.ts'
import { parsePolicy, trustLog, type Policy } from './policy.ts'
import { check } from './verification-error.ts'
import { parseVerifierKey } from './verifier-key.ts'

/** A file picked by the user. */
export interface PickedFile {
  name: string
  bytes: Uint8Array
}

export type FileKind = 'receipt' | 'body' | 'note' | 'liability' | 'commitment' | 'head' | 'request' | 'policy'
export type CheckName = 'verify' | 'statement' | 'root' | 'commitment' | 'consistency'

/** A check of picked files. `run` returns its facts or throws a VerificationError. */
export interface PickedCheck {
  name: CheckName
  files: string[]
  run: (policy: Policy) => Fact[]
}

/** Tests to recognise a kind of file by name, first and second line, in this order. */
const signs: [kind: FileKind, isIt: (name: string, first: string, second: string) => boolean][] = [
  ['receipt', (_, first) => /^<!doctype html>|^dhow\/(receipt|audit-entry)\//.test(first)],
  ['liability', (_, first) => first.startsWith('dhow/liability')],
  ['commitment', (_, first) => first.startsWith('dhow/commitment')],
  ['note', (name, _, second) => second.startsWith('dhow/statement/') || name.endsWith('.note')],
  ['request', (_, first) => /^old\b/.test(first)],
  ['body', (name, first) => /^(number,|\[)/.test(first) || /\.(csv|json)$/.test(name)],
  ['policy', (name, first) => /^(#|log |witness |quorum )/.test(first) || name.includes('policy')],
  ['head', (_, _first, second) => /^\d+$/.test(second)],
]

/** Kind of a picked file, by its beginning. An unknown file is checked as a receipt, whose refusal explains it. */
export function kindOf({ name, bytes }: PickedFile): FileKind {
  const [first = '', second = ''] = new TextDecoder().decode(bytes.subarray(0, 4096)).split('\n')
  return signs.find(([, isIt]) => isIt(name, first, second))?.[0] ?? 'receipt'
}

/**
 * Groups the picked files into checks: a statement needs its body, note and the first receipt; a share of the liabilities needs all receipts, a
 * commitment the next one; two heads belong together; each remaining receipt is checked alone.
 */
export function pickChecks(files: readonly PickedFile[]): PickedCheck[] {
  const receipts = filesOf(files, 'receipt')
  const [body, note, liability, commitment, head, request] = (
    ['body', 'note', 'liability', 'commitment', 'head', 'request'] as const
  ).map((kind) => filesOf(files, kind)[0])
  const checks: PickedCheck[] = []
  if (body || note) {
    const receipt = receipts.shift()
    checks.push({
      name: 'statement',
      files: namesOf(body, note, receipt),
      run: (policy) =>
        checkStatement(
          { body: bytesOf(body), note: bytesOf(note), ...(receipt ? { receipt: receipt.bytes } : {}) },
          policy,
        ),
    })
  }
  if (liability) {
    const since = receipts.splice(0)
    checks.push({
      name: 'root',
      files: namesOf(liability, ...since),
      run: (policy) => checkRoot(liability.bytes, since.map(bytesOf), policy),
    })
  }
  if (commitment) {
    const bet = receipts.shift()
    checks.push({
      name: 'commitment',
      files: namesOf(commitment, bet),
      run: (policy) => checkCommitment(commitment.bytes, bet?.bytes, policy),
    })
  }
  if (head || request)
    checks.push({
      name: 'consistency',
      files: namesOf(head, request),
      run: (policy) => checkConsistency(bytesOf(head), bytesOf(request), policy),
    })
  const single = receipts.map((receipt): PickedCheck => {
    return { name: 'verify', files: [receipt.name], run: (policy) => checkReceipt(receipt.bytes, policy) }
  })
  return [...checks, ...single]
}

/** Parses what the user trusts: a log's key, or a policy. */
export function readTrust(text: string): Policy {
  const trimmed = text.trim()
  return /^\S+$/.test(trimmed) ? trustLog(parseVerifierKey(trimmed)) : parsePolicy(text)
}

const filesOf = (files: readonly PickedFile[], kind: FileKind) => files.filter((file) => kindOf(file) === kind)

const namesOf = (...files: (PickedFile | undefined)[]) => files.flatMap((file) => (file ? [file.name] : []))

function bytesOf(file: PickedFile | undefined): Uint8Array {
  check(file !== undefined, 'file-missing')
  return file.bytes
}
