import { fromBase64, textOf, toBase64 } from './encoding.ts'
import { commitmentOf, parseEntry, type Entry } from './entry.ts'
import type { Policy, WitnessedCheckpoint } from './policy.ts'
import { receiptInPage } from './receipt-page.ts'
import { parseTlogProof, verifyTlogProof, type TlogProof } from './tlog-proof.ts'
import { check } from './verification-error.ts'

/** Receipt of one entry: its text, the salt that hides it from others, and the log proof. */
export interface Receipt {
  salt: Uint8Array
  /** Canonical text of the entry. */
  entryText: string
  entry: Entry
  /** The proof, a file of `c2sp.org/tlog-proof@v1`. */
  proofText: string
  proof: TlogProof
}

/** A verified receipt, with its log head. */
export interface VerifiedReceipt extends Receipt {
  checkpoint: WitnessedCheckpoint
}

const header = 'dhow/receipt/v1'

/** Parses a receipt, as plain text or inside its page. Refused with a reason that begins with `receipt-`, `entry-` or `proof-`. */
export function parseReceipt(file: string | Uint8Array): Receipt {
  const text = receiptInPage(textOf(file))
  const [head = '', entryLines, ...proofParts] = text.split('\n\n')
  const [first, saltLine = '', ...more] = head.split('\n')
  check(first === header, 'receipt-header-other', first)
  const salt = saltLine.startsWith('salt ') ? fromBase64(saltLine.slice(5)) : undefined
  check(salt?.length === 32 && more.length === 0, 'receipt-salt-malformed', saltLine)
  check(entryLines !== undefined, 'receipt-without-entry')
  check(proofParts.length > 0, 'receipt-without-proof')
  const entryText = `${entryLines}\n`
  const entry = parseEntry(entryText)
  const proofText = proofParts.join('\n\n')
  return { salt, entryText, entry, proofText, proof: parseTlogProof(proofText) }
}

/** Formats a receipt as plain text. */
export const formatReceipt = ({
  salt,
  entryText,
  proofText,
}: Pick<Receipt, 'salt' | 'entryText' | 'proofText'>): string =>
  `${header}\nsalt ${toBase64(salt)}\n\n${entryText}\n${proofText}`

/** Verifies that the receipt's entry is in the log, and that the log head fulfils the policy. */
export function verifyReceipt(file: string | Uint8Array, policy: Policy): VerifiedReceipt {
  const receipt = parseReceipt(file)
  const checkpoint = verifyTlogProof(receipt.proof, commitmentOf(receipt.salt, receipt.entryText), policy)
  return { ...receipt, checkpoint }
}
