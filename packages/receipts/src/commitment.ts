import { sha256, toHex } from '@dhow/fairness/sha256'
import { readCount, textOf, utf8 } from './encoding.ts'
import { isHexHash } from './entry.ts'
import type { Policy, WitnessedCheckpoint } from './policy.ts'
import type { VerifiedReceipt } from './receipt.ts'
import { parseTlogProof, verifyTlogProof } from './tlog-proof.ts'
import { check } from './verification-error.ts'

/**
 * A game provider's commitment, made before the first round that uses it: the end of a chain of rounds with the salt of every draw, or the hash of a
 * server seed. Each name of a game has one commitment, for good.
 */
export interface Commitment {
  provider: string
  game: string
  /** The provider's name for it, such as `dhow-1`; escaped by `entryWord`. */
  name: string
  /** The end of the chain, or the hash of the seed; 64 hexadecimal digits. */
  hash: string
  /** Only for a chain. */
  chain?: { salt: string; rounds: number }
}

/** Values to recompute a round: its hash on the chain, or the server seed. */
export type CommittedRound = { number: number; hash: string } | { serverSeed: string }

/** A commitment in the log, with its position. */
export interface VerifiedCommitment {
  commitment: Commitment
  index: number
  checkpoint: WitnessedCheckpoint
  round?: CommittedRound
}

/** Limit that keeps a check reasonably fast. */
const maxRounds = 100_000_000
const header = 'dhow/commitment-proof/v1'
const word = /^[A-Za-z0-9%][A-Za-z0-9\-._:/@+=~#%]{0,499}$/

/** Formats a commitment. Refused as `commitment-malformed`. */
export function formatCommitment({ provider, game, name, hash, chain }: Commitment): string {
  const words = [provider, game, name, ...(chain ? [chain.salt] : [])]
  const { rounds } = chain ?? { rounds: 1 }
  const isSound = isHexHash(hash) && words.every((one) => word.test(one)) && rounds > 0 && rounds <= maxRounds
  check(isSound, 'commitment-malformed', words.join(' '))
  const fixed = chain ? `chain ${hash}\nsalt ${chain.salt}\nrounds ${chain.rounds}\n` : `seed ${hash}\n`
  return `dhow/commitment/v1\nprovider ${provider}\ngame ${game}\nname ${name}\n${fixed}`
}

/** Parses a commitment. Refused as `commitment-malformed`. */
export function parseCommitment(text: string): Commitment {
  const values = new Map(text.split('\n').map((line) => [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)]))
  const value = (name: string) => values.get(name) ?? ''
  const chain = values.has('chain') ? { salt: value('salt'), rounds: readCount(value('rounds')) ?? 0 } : undefined
  const commitment = {
    ...{ provider: value('provider'), game: value('game'), name: value('name') },
    ...(chain ? { hash: value('chain'), chain } : { hash: value('seed') }),
  }
  check(formatCommitment(commitment) === text, 'commitment-malformed')
  return commitment
}

/** Entry of the log for a commitment: the SHA-256 of its text. */
export const commitmentEntry = (text: string): Uint8Array => sha256(utf8(text))

/** Formats a commitment's proof file, optionally with a round to check. */
export function formatCommitmentProof(text: string, tlogProof: string, round?: CommittedRound): string {
  const line =
    round === undefined
      ? ''
      : 'serverSeed' in round
        ? `server-seed ${round.serverSeed}\n`
        : `round ${round.number} ${round.hash}\n`
  return [`${header}\n${line}`, text, tlogProof].join('\n')
}

/**
 * Verifies that a commitment is in the log and fits the file's round, if any. Refused with a reason that begins with `commitment-` or one of a proof.
 */
export function verifyCommitment(file: string | Uint8Array, policy: Policy): VerifiedCommitment {
  const [head = '', text = '', ...proofParts] = textOf(file).split('\n\n')
  const [first, roundLine, ...more] = head.split('\n')
  check(first === header && more.length === 0, 'commitment-header-other', first)
  check(proofParts.length > 0, 'commitment-without-proof')
  const commitment = parseCommitment(`${text}\n`)
  const proof = parseTlogProof(proofParts.join('\n\n'))
  const checkpoint = verifyTlogProof(proof, commitmentEntry(`${text}\n`), policy)
  const round = roundLine === undefined ? undefined : readRound(roundLine)
  if (round) checkRound(commitment, round)
  return { commitment, index: proof.index, checkpoint, ...(round ? { round } : {}) }
}

/** Checks that a round fits its commitment. Refused as `commitment-of-other-round` if chain or seed was swapped. */
export function checkRound({ hash, chain }: Commitment, round: CommittedRound): void {
  if ('serverSeed' in round) {
    check(!chain && toHex(sha256(utf8(round.serverSeed))) === hash, 'commitment-of-other-round')
    return
  }
  check(chain !== undefined && round.number <= chain.rounds, 'commitment-of-other-round', String(round.number))
  let reached: Uint8Array = Uint8Array.from(round.hash.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  for (let step = 0; step < round.number; step++) reached = sha256(reached)
  check(toHex(reached) === hash, 'commitment-of-other-round')
}

/**
 * Checks that a commitment was logged before a bet at its provider. Refused as `commitment-of-other-log`, `commitment-of-other-provider` or
 * `commitment-after-bet`.
 */
export function checkBeforeBet({ commitment, index, checkpoint }: VerifiedCommitment, bet: VerifiedReceipt): void {
  check(bet.checkpoint.origin === checkpoint.origin, 'commitment-of-other-log', bet.checkpoint.origin)
  check(bet.entry.key.startsWith(`game:${commitment.provider}:`), 'commitment-of-other-provider', bet.entry.key)
  check(index < bet.proof.index, 'commitment-after-bet', `${index}, ${bet.proof.index}`)
}

function readRound(line: string): CommittedRound {
  const [kind, value = '', hash = '', ...more] = line.split(' ')
  if (kind === 'server-seed' && value !== '' && hash === '' && more.length === 0) return { serverSeed: value }
  const number = readCount(value)
  const isSound = kind === 'round' && number !== undefined && number > 0 && isHexHash(hash) && more.length === 0
  check(isSound, 'commitment-round-malformed', line)
  return { number, hash }
}
