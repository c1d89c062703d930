import { sha256, toHex } from '@dhow/fairness/sha256'
import { formatCheckpoint } from '../checkpoint.ts'
import { toBase64, utf8 } from '../encoding.ts'
import { formatLiabilityRoot, liabilityRootEntry, verifyLiability } from '../liability-proof.ts'
import { emptyRoot } from '../merkle.ts'
import { cosign, signNote } from '../note.ts'
import { parsePolicy } from '../policy.ts'
import type { CheckName } from '../pick-checks.ts'
import type { Reason } from '../reasons.ts'
import { parseStatement, signStatement, type Statement } from '../statement.ts'
import { bytesOf, log, logOf, origin, policyText, sampleFiles, witnesses } from './sample.ts'
import { testSigner } from './signer.ts'

/** Files of one call of the command, in order, one of them wrong. */
export interface WrongFiles {
  name: string
  check: CheckName
  reason: Reason
  files: (string | Uint8Array)[]
  /** True if Go's note and tlog packages check it: signatures, hashes, proofs. */
  isForGo?: true
}

const sample = sampleFiles()
const file = (name: string): string => {
  const text = sample.get(name)
  if (text === undefined) throw new Error(`there is no ${name}`)
  return text
}
const receipt = file('receipt.txt')
const lines = receipt.split('\n')
const hashes = lines.filter((line) => /^[A-Za-z0-9+/]{43}=$/.test(line)).slice(0, -1)
const [firstHash = '', secondHash = ''] = hashes
const page = file('receipt.html')
const stranger = testSigner('stranger.example')

/** The receipt with its log head signed again. */
function headed(text: string, cosigned = witnesses, signers = [log]): string {
  const proof = receipt.slice(0, receipt.indexOf(`\n\n${origin}\n`) + 2)
  return proof + signNote(text, signers) + cosigned.map((witness) => cosign(text, witness, 1n)).join('')
}
const head = receipt.slice(receipt.indexOf(`\n\n${origin}\n`) + 2).split('\n\n')[0] + '\n'
const change = (from: string | RegExp, to: string) => receipt.replace(from, to)

const receipts: [name: string, reason: Reason, file: string | Uint8Array, isForGo?: true][] = [
  ['another file', 'receipt-header-other', 'hello\n'],
  ['another version of receipts', 'receipt-header-other', change('receipt/v1', 'receipt/v2')],
  ['a salt of 31 bytes', 'receipt-salt-malformed', change(/salt .*/, `salt ${toBase64(new Uint8Array(31))}`)],
  ['another salt', 'proof-root-differs', change(/salt .*/, `salt ${toBase64(bytesOf('other'))}`), true],
  ['nothing behind the salt', 'receipt-without-entry', lines.slice(0, 2).join('\n')],
  ['no proof', 'receipt-without-proof', receipt.split('\n\n').slice(0, 2).join('\n\n')],
  ['another amount', 'proof-root-differs', change('cash 1500 25500', 'cash 2500 26500'), true],
  ['another key', 'proof-root-differs', change('key game:', 'key gone:'), true],
  ['an amount with decimals', 'entry-amount-malformed', change('cash 1500', 'cash 15.00')],
  ['an entry without its reason', 'entry-line-missing', change(/reason .*\n/, '')],
  ['a line more in the entry', 'entry-not-canonical', change('currency NAD', 'currency NAD\nnote x')],
  ['a balance below zero', 'entry-balance-negative', change('cash 1500 25500', 'cash 1500 -25500')],
  ['a day that is none', 'entry-time-malformed', change('2026-11-01T', '2026-02-30T')],
  ['a space in the account', 'entry-word-malformed', change('account pl_anna', 'account pl anna')],
  ['an entry that follows none', 'entry-previous-malformed', change(/previous .*/, `previous ${'0'.repeat(64)}`)],
  ['another version of proofs', 'proof-header-other', change('proof@v1', 'proof@v2'), true],
  ['extra data that is no base64', 'proof-extra-malformed', change('index', 'extra A\nindex'), true],
  ['no index', 'proof-index-missing', change(/index .*\n/, ''), true],
  ['an index below zero', 'proof-index-malformed', change('index 2', 'index -5'), true],
  ['an index of 2^64', 'proof-index-malformed', change('index 2', 'index 18446744073709551616'), true],
  ['two spaces before the index', 'proof-index-malformed', change('index 2', 'index  2'), true],
  ['another index', 'proof-root-differs', change('index 2', 'index 3'), true],
  ['an index behind the end', 'proof-index-beyond-size', change('index 2', 'index 24'), true],
  ['a hash of 31 bytes', 'proof-hash-malformed', change(firstHash, toBase64(new Uint8Array(31))), true],
  ['base64 with bits that do not count', 'proof-hash-malformed', change(firstHash, `${'A'.repeat(42)}B=`), true],
  ['carriage returns', 'proof-carriage-return', change(firstHash, `${firstHash}\r`), true],
  ['a line of 65 kB', 'proof-line-too-long', change('index', `extra ${'AAAA'.repeat(16_384)}\nindex`), true],
  ['a hash left out', 'proof-too-short', change(`${hashes.at(-1)}\n`, ''), true],
  ['a hash too many', 'proof-too-long', change(firstHash, `${hashes.join('\n')}\n${firstHash}`), true],
  [
    'two hashes swapped',
    'proof-root-differs',
    change(`${firstHash}\n${secondHash}`, `${secondHash}\n${firstHash}`),
    true,
  ],
  ['another root', 'note-signature-wrong', change(head, head.replace(/^.*=$/m, toBase64(bytesOf('x')))), true],
  ['another size', 'note-signature-wrong', change(`${origin}\n24`, `${origin}\n25`), true],
  [
    'a wrong cosignature',
    'note-signature-wrong',
    headed(head, [{ ...witnesses[0]!, sign: () => new Uint8Array(64) }]),
    true,
  ],
  ['no signatures', 'note-without-signatures', receipt.slice(0, receipt.indexOf('\n\n—') + 1), true],
  ['a signature line cut', 'note-unfinished-line', receipt.slice(0, -1), true],
  ['a signature line of two words', 'note-signature-malformed', `${receipt}— word\n`, true],
  ['101 signatures', 'note-too-many-signatures', receipt + `— a ${toBase64(new Uint8Array(68))}\n`.repeat(101), true],
  ['a tab in the head', 'note-control-character', change(`${origin}\n24`, `${origin}\t\n24`), true],
  ['a head that a stranger signed', 'note-not-signed', headed(head, [], [stranger]), true],
  ['a head that only witnesses signed', 'checkpoint-not-signed-by-log', headed(head, witnesses, [stranger]), true],
  ['a head without cosignatures', 'quorum-not-reached', headed(head, []), true],
  ['a head of another log', 'checkpoint-of-other-log', headed(head.replace(origin, 'other.example')), true],
  ['a size with a zero before it', 'checkpoint-size-malformed', headed(head.replace('24', '024')), true],
  ['a root of 3 bytes', 'checkpoint-root-malformed', headed(head.replace(/^.*=$/m, 'AAAA')), true],
  ['a head of two lines', 'checkpoint-too-short', headed(`${origin}\n24\n`), true],
  [
    'another head of the same size',
    'proof-root-differs',
    headed(formatCheckpoint({ origin, size: 24, root: bytesOf('x') })),
    true,
  ],
  ['bytes that are no text', 'not-utf8', Uint8Array.of(0x64, 0xc3, 0x28)],
  ['a page with two receipts', 'receipt-page-malformed', page + page],
  ['a page without a receipt', 'receipt-page-malformed', page.replace('id="receipt"', '')],
]

const [body, note, last] = [file('statement.csv'), file('statement.csv.note'), file('last-receipt.txt')]
const statement = parseStatement(note.slice(0, note.indexOf('\n\n') + 1))
const signed = (changes: Partial<Statement>) => signStatement({ ...statement, ...changes }, log)
const ofBody = (changed: string) => [changed, signed({ bodyHash: toHex(sha256(utf8(changed))) }), last]
const statements: [name: string, reason: Reason, files: string[]][] = [
  ['an amount changed in the body', 'statement-body-changed', [body.replace('25000', '35000'), note, last]],
  [
    'a closing balance changed in the note',
    'note-signature-wrong',
    [body, note.replace(/closing .*/, 'closing 12 1 0 0 0'), last],
  ],
  ['a checkpoint in place of the note', 'statement-header-other', [body, file('checkpoint.txt'), last]],
  ['no receipt', 'statement-without-receipt', [body, note]],
  ['the receipt of another entry', 'statement-receipt-of-other-entry', [body, note, receipt]],
  [
    'a closing balance that does not follow',
    'statement-closing-wrong',
    [body, signed({ closing: { ...statement.closing, number: 13 } }), last],
  ],
  [
    'an opening balance that does not lead there',
    'chain-sum-wrong',
    [body, signed({ opening: { number: 0, balances: { cash: 1n, bonus: 0n, hold: 0n, inPlay: 0n } } }), last],
  ],
  ['a row left out', 'statement-count-wrong', ofBody(body.replace(/^5,.*\n/m, ''))],
  ['a row doubled', 'chain-entry-missing', ofBody(body.replace(/^5,.*\n/m, '').replace(/^(4,.*\n)/m, '$1$1'))],
  ['a row of too few columns', 'statement-row-malformed', ofBody(body.replace(/^(5,.*),.*$/m, '$1'))],
  [
    'columns of another order',
    'statement-body-not-canonical',
    ofBody(body.replace('number,posting', 'posting,number')),
  ],
  ['a shorter period', 'statement-entry-outside-period', [body, signed({ to: '2026-11-01T00:05:00.000Z' }), last]],
  ['another log', 'statement-of-other-log', [body, signed({ origin: 'other.example/log' }), last]],
]

const liability = file('liability.txt')
const since = [8, 9, 10, 11, 12].map((number) => file(`since-${number}.txt`))
const own = verifyLiability(liability, parsePolicy(policyText))
/** Last step of the path: the other half of the tree. */
const step = (liability.split('\n\n')[0] ?? '').split('\n').at(-1) ?? ''
const stepSum = BigInt(step.split(' ')[0] ?? '')
const rest = own.root.total - stepSum
const ofRoot = (total: bigint) => {
  const root = { ...own.root, total }
  const before = liability.slice(0, liability.indexOf('dhow/liabilities/v1'))
  return `${before}${formatLiabilityRoot(root)}\n${logOf([liabilityRootEntry(root)]).proof(0)}`
}
const roots: [name: string, reason: Reason, files: string[]][] = [
  ['the greater sum in place of the sum', 'liability-total-wrong', [ofRoot(stepSum > rest ? stepSum : rest)]],
  ['a negative leaf', 'liability-negative', [liability.replace(/^cash .*/m, 'cash -5')]],
  ['a negative sum beside it', 'liability-negative', [liability.replace(step, `-${step}`)]],
  [
    'swapped siblings',
    'liability-root-differs',
    [liability.replace(/index (\d)/, (_, index) => `index ${Number(index) ^ 1}`)],
  ],
  ['a cut chain', 'liability-path-cut', [liability.replace(`\n${step}`, '')]],
  ['a step that is none', 'liability-step-malformed', [liability.replace(step, 'step')]],
  ['a leaf outside the tree', 'liability-index-malformed', [liability.replace(/index \d/, 'index 99')]],
  ['the leaf of another player', 'liability-root-differs', [liability.replace('account pl_anna', 'account pl_eve')]],
  ['a root without a head', 'liability-root-not-logged', [liability.slice(0, liability.indexOf('\n\nc2sp.org') + 1)]],
  ['a root that the log does not have', 'proof-root-differs', [liability.replace('day 2026-11-01', 'day 2026-11-02')]],
  ['an entry missing since', 'chain-entry-missing', [liability, ...since.toSpliced(1, 1)]],
]

const [chain, seed, bet] = [file('commitment.txt'), file('seed-commitment.txt'), file('last-receipt.txt')]
const commitments: [name: string, reason: Reason, files: string[]][] = [
  ['a chain that was swapped', 'proof-root-differs', [chain.replace(/chain .*/, `chain ${toHex(bytesOf('x'))}`)]],
  ['a salt that was swapped', 'proof-root-differs', [chain.replace('salt a-public', 'salt another')]],
  [
    'a round of another chain',
    'commitment-of-other-round',
    [chain.replace(/round 3 .*/, `round 3 ${toHex(bytesOf('x'))}`)],
  ],
  ['another number of the round', 'commitment-of-other-round', [chain.replace('round 3', 'round 4')]],
  ['a round behind the chain', 'commitment-of-other-round', [chain.replace('round 3', 'round 11')]],
  ['a round that is none', 'commitment-round-malformed', [chain.replace('round 3', 'round three')]],
  ['a seed that was swapped', 'commitment-of-other-round', [seed.replace(/server-seed .*/, 'server-seed another')]],
  ['the seed of a chain', 'commitment-of-other-round', [chain.replace(/round .*/, 'server-seed another')]],
  ['another version of commitments', 'commitment-header-other', [chain.replace('proof/v1', 'proof/v2')]],
  ['a commitment of no game', 'commitment-malformed', [chain.replace('game dhow\n', '')]],
  ['a commitment without a proof', 'commitment-without-proof', [chain.slice(0, chain.indexOf('\n\nc2sp.org') + 1)]],
  ['a bet before the commitment', 'commitment-after-bet', [chain, receipt]],
  ['a receipt of no bet', 'commitment-of-other-provider', [chain, file('since-11.txt')]],
  ['a changed receipt of the bet', 'proof-root-differs', [seed, bet.replace('cash -1000', 'cash -2000')]],
]

const [old, proof] = [file('old-checkpoint.txt'), file('consistency.txt')]
const oldRoot = (root: Uint8Array, size = 11) => {
  const text = formatCheckpoint({ origin, size, root })
  return signNote(text, [log]) + witnesses.map((witness) => cosign(text, witness, 1n)).join('')
}
const [oneHash = ''] = proof.split('\n').slice(1)
const consistencies: [name: string, reason: Reason, files: string[]][] = [
  ['a past that was changed', 'consistency-old-root-differs', [oldRoot(bytesOf('x')), proof]],
  ['a head that shrinks', 'consistency-size-shrinks', [oldRoot(bytesOf('x'), 30), proof.replace('old 11', 'old 30')]],
  [
    'two truths of one size',
    'consistency-roots-differ',
    [oldRoot(bytesOf('x'), 24), `old 24\n\n${file('checkpoint.txt')}`],
  ],
  ['another old size', 'consistency-old-size-differs', [old, proof.replace('old 11', 'old 10')]],
  [
    'a hash left out',
    'consistency-proof-too-short',
    [old, proof.replace(`${oneHash}\n`, '').replace(/^(old 11)\n/, '$1\n')],
  ],
  ['a hash too many', 'consistency-proof-too-long', [old, proof.replace('\n\n', `\n${oneHash}\n\n`)]],
  ['a hash changed', 'consistency-old-root-differs', [old, proof.replace(oneHash, toBase64(emptyRoot))]],
  ['a hash that is none', 'add-checkpoint-hash-malformed', [old, proof.replace(oneHash, 'AAAA')]],
  ['no old size', 'add-checkpoint-old-size-malformed', [old, proof.replace('old 11', 'old')]],
]

/** All wrong files of the tests, with the reasons of their refusals. */
export const wrongFiles: WrongFiles[] = [
  ...receipts.map(([name, reason, one, isForGo]): WrongFiles => ({
    ...{ check: 'verify', name, reason, files: [one] },
    ...(isForGo ? { isForGo } : {}),
  })),
  ...statements.map(([name, reason, files]): WrongFiles => ({ check: 'statement', name, reason, files })),
  ...roots.map(([name, reason, files]): WrongFiles => ({ check: 'root', name, reason, files })),
  ...commitments.map(([name, reason, files]): WrongFiles => ({ check: 'commitment', name, reason, files })),
  ...consistencies.map(([name, reason, files]): WrongFiles => ({ check: 'consistency', name, reason, files })),
]
