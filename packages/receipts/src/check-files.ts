import { parseAddCheckpoint } from './add-checkpoint.ts'
import { isAuditEntry, verifyAuditEntry } from './audit-entry.ts'
import { checkBeforeBet, verifyCommitment, type CommittedRound } from './commitment.ts'
import { formatMinor, type Fact } from './facts.ts'
import { addUpSince, verifyLiability } from './liability-proof.ts'
import { verifyConsistency } from './merkle.ts'
import { openWitnessedCheckpoint, type Policy, type WitnessedCheckpoint } from './policy.ts'
import { verifyReceipt } from './receipt.ts'
import { verifyStatement } from './statement.ts'
import { check } from './verification-error.ts'
import { sumOf, type Balances } from './entry.ts'

type File = string | Uint8Array

/** Checks a receipt of a player's entry or an audit trail entry, and returns the proven facts. */
export function checkReceipt(file: File, policy: Policy): Fact[] {
  if (isAuditEntry(file)) return checkAuditEntry(file, policy)
  const { entry, proof, checkpoint } = verifyReceipt(file, policy)
  const { change, after, currency } = entry
  return [
    ['account', entry.account],
    ['entry', String(entry.number)],
    ['time', entry.at],
    ['reason', entry.reason],
    ['key', entry.key],
    ...balanceFacts(change, after, currency),
    ['index', String(proof.index)],
    ...logFacts(checkpoint),
  ]
}

function checkAuditEntry(file: File, policy: Policy): Fact[] {
  const { entry, index, checkpoint } = verifyAuditEntry(file, policy)
  return [
    ['time', entry.at],
    ['operator', entry.operator_id ?? '–'],
    ['reason', entry.action],
    ['key', entry.subject],
    ['text', entry.text],
    ['index', String(index)],
    ...logFacts(checkpoint),
  ]
}

/** Checks a statement: file of entries, signed note, receipt of the last entry. */
export function checkStatement(files: { body: File; note: File; receipt?: File }, policy: Policy): Fact[] {
  const { statement, receipt } = verifyStatement(files, policy)
  const { opening, closing, currency } = statement
  return [
    ['account', statement.account],
    ['period', `${statement.from} – ${statement.to}`],
    ['entries', String(statement.entries)],
    ['opening', formatMinor(sumOf(opening.balances), currency)],
    ['closing', formatMinor(sumOf(closing.balances), currency)],
    ...balanceFacts(closing.balances, closing.balances, currency),
    ...(receipt ? logFacts(receipt.checkpoint) : [['log', statement.origin] satisfies Fact]),
  ]
}

/** Checks a player's share of a day's liabilities, and adds up the receipts of the entries since. */
export function checkRoot(file: File, receipts: readonly File[], policy: Policy): Fact[] {
  const share = verifyLiability(file, policy)
  const now = addUpSince(
    share,
    receipts.map((receipt) => verifyReceipt(receipt, policy)),
  )
  const { root, liability, checkpoint } = share
  return [
    ['day', root.day],
    ['total', formatMinor(root.total, root.currency)],
    ['account', liability.account],
    ['share', formatMinor(sumOf(liability.balances), root.currency)],
    ['entriesSince', String(now.number - liability.number)],
    ['balanceNow', formatMinor(sumOf(now.balances), root.currency)],
    ...logFacts(checkpoint),
  ]
}

/** Checks a game's commitment: that it is in the log, fits the file's round, and was logged before a receipt's bet. */
export function checkCommitment(file: File, bet: File | undefined, policy: Policy): Fact[] {
  const verified = verifyCommitment(file, policy)
  const { commitment, index, checkpoint, round } = verified
  const receipt = bet === undefined ? undefined : verifyReceipt(bet, policy)
  if (receipt) checkBeforeBet(verified, receipt)
  const { provider, game, name, hash, chain } = commitment
  return [
    ['provider', provider],
    ['game', game],
    ['committed', name],
    ...(chain
      ? ([
          ['chainEnd', hash],
          ['salt', chain.salt],
          ['rounds', String(chain.rounds)],
        ] satisfies Fact[])
      : ([['seedHash', hash]] satisfies Fact[])),
    ...roundFacts(round),
    ['index', String(index)],
    ...(receipt ? ([['bet', String(receipt.proof.index)]] satisfies Fact[]) : []),
    ...logFacts(checkpoint),
  ]
}

function roundFacts(round: CommittedRound | undefined): Fact[] {
  if (round === undefined) return []
  return 'serverSeed' in round ? [['serverSeed', round.serverSeed]] : [['round', String(round.number)]]
}

/** Checks that a later head of the log is consistent with an earlier one. The second file is a request to a witness. */
export function checkConsistency(oldCheckpoint: File, request: File, policy: Policy): Fact[] {
  const old = openWitnessedCheckpoint(oldCheckpoint, policy)
  const { oldSize, proof, checkpoint } = parseAddCheckpoint(request)
  const now = openWitnessedCheckpoint(checkpoint, policy)
  check(old.origin === now.origin, 'consistency-other-log', now.origin)
  check(old.size === oldSize, 'consistency-old-size-differs', String(oldSize))
  verifyConsistency(old, now, proof)
  return [['sizeBefore', String(old.size)], ...logFacts(now)]
}

function balanceFacts(change: Balances, after: Balances, currency: string): Fact[] {
  const names = ['cash', 'bonus', 'hold', 'inPlay'] as const
  const text = (amount: bigint) => formatMinor(amount, currency)
  return names.flatMap((name): Fact[] => {
    if (change[name] === 0n && after[name] === 0n) return []
    const moved = change === after ? '' : `${change[name] > 0n ? '+' : ''}${text(change[name])} → `
    return [[name, moved + text(after[name])]]
  })
}

const logFacts = ({ origin, size, cosignedBy }: WitnessedCheckpoint): Fact[] => [
  ['log', origin],
  ['size', String(size)],
  ['witnesses', cosignedBy.join(', ') || '–'],
]
