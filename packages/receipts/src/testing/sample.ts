import { sha256, toHex } from '@dhow/fairness/sha256'
import { followEntries, type AccountState, type SaltedEntry } from '../account-chain.ts'
import { formatAddCheckpoint } from '../add-checkpoint.ts'
import { formatCheckpoint } from '../checkpoint.ts'
import { utf8 } from '../encoding.ts'
import { commitmentEntry, formatCommitment, formatCommitmentProof, type Commitment } from '../commitment.ts'
import { addBalances, commitmentOf, formatEntry, noBalances, noEntry, type Balances } from '../entry.ts'
import { formatLiabilityProof, liabilityRoot, liabilityRootEntry } from '../liability-proof.ts'
import { buildLiabilityTree, type Liability } from '../liability-tree.ts'
import { leafHash, nodeHash, rootOf } from '../merkle.ts'
import { proveConsistency, proveInclusion, type HashReader } from '../merkle-proof.ts'
import { cosign, signNote } from '../note.ts'
import { formatReceipt } from '../receipt.ts'
import { formatReceiptPage } from '../receipt-page.ts'
import { makeStatement, signStatement } from '../statement.ts'
import type { StatementFormat } from '../statement-body.ts'
import { formatTlogProof } from '../tlog-proof.ts'
import { formatVerifierKey } from '../verifier-key.ts'
import { testSigner } from './signer.ts'

export const origin = 'dhow.example/log'
export const log = testSigner(origin)
export const witnesses = [testSigner('witness.example/one', 4), testSigner('witness.example/two', 4)]
export const policyText = [
  '# Trusts one log, and asks for one of two witnesses.',
  `log ${formatVerifierKey(log.key)}`,
  ...witnesses.map(({ key }, at) => `witness w${at + 1} ${formatVerifierKey(key)}`),
  'group witnesses any w1 w2',
  'quorum witnesses',
  '',
].join('\n')

/** Bytes derived from a name instead of random ones. */
export const bytesOf = (name: string): Uint8Array => sha256(utf8(name))

/** State before the first entry of an account. */
export const emptyAccount = (account: string): AccountState => ({
  ...{ account, currency: 'NAD', number: 0, commitment: noEntry, at: '' },
  balances: noBalances,
})

const provider = 'dhow-studio'

const kinds: [reason: string, change: Balances][] = [
  ['deposit', { cash: 25_000n, bonus: 0n, hold: 0n, inPlay: 0n }],
  ['game-bet', { cash: -1_000n, bonus: 0n, hold: 0n, inPlay: 1_000n }],
  ['game-win', { cash: 1_500n, bonus: 0n, hold: 0n, inPlay: -1_000n }],
  ['withdrawal-hold', { cash: -5_000n, bonus: 0n, hold: 5_000n, inPlay: 0n }],
  ['withdrawal-sent', { cash: 0n, bonus: 0n, hold: -5_000n, inPlay: 0n }],
]

/** First entries of an account, one a minute from 1 November 2026. */
export function entriesOf(account: string, count: number): SaltedEntry[] {
  let state = emptyAccount(account)
  return Array.from({ length: count }, (_, place) => {
    const [reason, change] = kinds[place % kinds.length] ?? ['', noBalances]
    const number = place + 1
    const entry = {
      ...{ account, number, previous: state.commitment, posting: String(1000 + 7 * place), reason },
      at: new Date(Date.UTC(2026, 10, 1, 0, place)).toJSON(),
      key: reason.startsWith('game-') ? `game:${provider}:${account}-${number}` : `${reason}:${account}:${number}`,
      currency: 'NAD',
      change,
      after: addBalances(state.balances, change),
    }
    const salted = { entry, salt: bytesOf(`salt of ${account} ${number}`) }
    state = followEntries(state, [salted])
    return salted
  })
}

/** Text and commitment of an entry whose `previous` is known. */
export function entryText({ entry }: SaltedEntry): string {
  return formatEntry({ ...entry, previous: entry.previous ?? noEntry })
}
export const commitment = (salted: SaltedEntry): Uint8Array => commitmentOf(salted.salt, entryText(salted))

/** An in-memory log: head at a size, and proofs. */
export function logOf(entries: readonly Uint8Array[]) {
  const leaves = entries.map(leafHash)
  const known = new Map<string, Uint8Array>()
  const read: HashReader = ({ level, index }) => {
    const name = `${level}/${index}`
    const at = (place: number) => read({ level: level - 1, index: place })
    const hash = known.get(name) ?? (level === 0 ? leaves[index] : nodeHash(at(2 * index), at(2 * index + 1)))
    if (!hash) throw new Error(`the log has no ${name}`)
    known.set(name, hash)
    return hash
  }
  const checkpoint = (size: number) => {
    const text = formatCheckpoint({ origin, size, root: rootOf(leaves.slice(0, size)) })
    return signNote(text, [log]) + witnesses.map((witness) => cosign(text, witness, 1_795_536_000n)).join('')
  }
  return {
    leaves,
    read,
    checkpoint,
    proof: (index: number, size = leaves.length) =>
      formatTlogProof({ index, hashes: proveInclusion(index, size, read), checkpoint: checkpoint(size) }),
    consistency: (oldSize: number, size = leaves.length) =>
      formatAddCheckpoint({ oldSize, proof: proveConsistency(oldSize, size, read), checkpoint: checkpoint(size) }),
  }
}

/** Receipt of an entry at an index of a log. */
export const receiptOf = (salted: SaltedEntry, proofText: string): string =>
  formatReceipt({ salt: salted.salt, entryText: entryText(salted), proofText })

const day = { day: '2026-11-01', currency: 'NAD' }
const period = { origin, from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' }

/**
 * Files that verify, always the same: of a log with twelve entries of Anna's and nine of Ben's, and the root of the liabilities after Anna's seventh
 * and Ben's last.
 */
export function sampleFiles(): Map<string, string> {
  const [anna, ben] = [entriesOf('pl_anna', 12), entriesOf('pl_ben', 9)]
  const before = [...anna.slice(0, 7), ...ben].map(commitment)
  const others = ['pl_cara', 'pl_dan', 'pl_eli'].map((account, at) => liabilityOf(entriesOf(account, 3 * at + 1)))
  const tree = buildLiabilityTree([liabilityOf(anna.slice(0, 7)), liabilityOf(ben), ...others], counted())
  const total = tree.levels.at(-1)?.[0]?.sum ?? 0n
  const root = liabilityRoot(tree, day.day, day.currency, total)
  const rest = anna.slice(7).map(commitment)
  const chain = formatCommitment(sampleChain().commitment)
  const seed = formatCommitment(sampleSeed().commitment)
  const between = [liabilityRootEntry(root), commitmentEntry(chain), commitmentEntry(seed)]
  const entries = [...before, ...between, ...rest]
  const all = logOf(entries)
  const indexOf = (salted: SaltedEntry) => entries.findIndex((one) => toHex(one) === toHex(commitment(salted)))
  const receipt = (salted: SaltedEntry) => receiptOf(salted, all.proof(indexOf(salted)))
  const [third, last] = [anna[2], anna.at(-1)]
  if (!third || !last) throw new Error('there are twelve entries')
  const files = new Map([
    ['policy.txt', policyText],
    ['receipt.txt', receipt(third)],
    ['receipt.html', formatReceiptPage(receipt(third))],
    ['receipt.tlog-proof', all.proof(indexOf(third))],
    ['last-receipt.txt', receipt(last)],
    ['liability.txt', formatLiabilityProof(tree, 'pl_anna', root, all.proof(before.length))],
    ['commitment.txt', formatCommitmentProof(chain, all.proof(before.length + 1), sampleChain().round)],
    ['seed-commitment.txt', formatCommitmentProof(seed, all.proof(before.length + 2), sampleSeed().round)],
    ['old-checkpoint.txt', all.checkpoint(11)],
    ['checkpoint.txt', all.checkpoint(all.leaves.length)],
    ['consistency.txt', all.consistency(11)],
  ])
  for (const format of ['csv', 'json'] as const) {
    const { body, note } = statementOf(anna, format)
    files.set(`statement.${format}`, body).set(`statement.${format}.note`, note)
  }
  for (const salted of anna.slice(7)) files.set(`since-${salted.entry.number}.txt`, receipt(salted))
  return files
}

/** A chain of ten rounds, and its third round. */
export function sampleChain(): { commitment: Commitment; round: { number: number; hash: string } } {
  const hashes = [bytesOf('the seed of a chain')]
  for (let at = 0; at < 10; at++) hashes.push(sha256(hashes[at] ?? bytesOf('')))
  const at = (place: number) => toHex(hashes[place] ?? bytesOf(''))
  const chain = { salt: 'a-public-text', rounds: 10 }
  return {
    commitment: { provider, game: 'dhow', name: 'dhow-1', hash: at(10), chain },
    round: { number: 3, hash: at(7) },
  }
}

/** A server seed and its hash. */
export function sampleSeed(): { commitment: Commitment; round: { serverSeed: string } } {
  const serverSeed = toHex(bytesOf('a server seed'))
  const hash = toHex(sha256(utf8(serverSeed)))
  return { commitment: { provider, game: 'dice', name: 'pair_1', hash }, round: { serverSeed } }
}

/** A signed statement over the first entries of an account. */
export function statementOf(entries: readonly SaltedEntry[], format: StatementFormat): { body: string; note: string } {
  const account = emptyAccount(entries[0]?.entry.account ?? 'pl_nobody')
  const { statement, body } = makeStatement({ ...period, format }, account, entries)
  return { body, note: signStatement(statement, log) }
}

/** Debt to the player after some entries. */
export function liabilityOf(entries: readonly SaltedEntry[]): Liability {
  const {
    account,
    number,
    commitment: last,
    balances,
  } = followEntries(emptyAccount(entries[0]?.entry.account ?? ''), entries)
  return { account, number, commitment: last, balances }
}

/** Deterministic random source: bytes derived from the number of calls. */
export function counted(): (bytes: number) => Uint8Array {
  let asked = 0
  return (bytes) => bytesOf(`chance ${asked++}`).subarray(0, bytes)
}
