import { hash } from 'node:crypto'
import { entryPrefix, entryWord, noEntry, writeEntry, type Balances, type Entry } from '@dhow/receipts/entry'
import type { Sliced } from '../../platform/sliced.ts'
import type { PostingRun } from './posting-run.ts'
import { hashBytes } from './tree-hashes.ts'

const saltBytes = 32

/** A posting on a player's account with the balances after it in minor units: the source of its entry. */
export interface EntrySource<Amount> {
  id: Amount
  key: string
  reason: string
  player_id: string
  currency: string
  cash_after: Amount
  bonus_after: Amount
  hold_after: Amount
  in_play_after: Amount
}

export interface PlayerPosting extends EntrySource<bigint> {
  happened_at: Date
}

/** State of an account after an entry, from which the next entry continues. */
export interface AccountState<Amount = bigint> {
  number: number
  atMs: number
  /** Commitment of the entry, in hexadecimal digits. */
  commitment: string
  after: Balances<Amount>
}

/**
 * Entries as the log stores them, by column. Their canonical texts are not stored: they are rebuilt from the ledger and
 * the salts.
 */
export interface ChainedEntries {
  count: number
  /** Ids of the postings, or positions of the seals, separated by commas; and the last of them. */
  sourceIds: string
  lastSourceId: bigint
  numbers: readonly number[]
  timesMs: readonly number[]
  /** 32 bytes per entry. */
  commitments: Buffer
  /** 32 bytes per entry. */
  salts: Buffer
}

/** Entries between two turns of the event loop: half a millisecond of work. */
const entriesASlice = 250

/**
 * Makes the entries of postings: each contains the commitment of its account's previous entry. `salts` has 32 random
 * bytes for each; `before` returns the account's last entry in the log. Also returns the changed accounts.
 */
export function* chainEntries(
  postings: PostingRun,
  salts: Buffer,
  before: (playerId: string) => AccountState<string> | undefined,
): Sliced<{ entries: ChainedEntries; accounts: Map<string, AccountState<string>> }> {
  const { count } = postings
  const accounts = new Map<string, AccountState<string>>()
  const [numbers, timesMs]: [number[], number[]] = [[], []]
  const commitments = Buffer.alloc(hashBytes * count)
  for (let at = 0; at < count; at++) {
    if (at % entriesASlice === entriesASlice - 1) yield
    const posting = postings.next()
    const last = accounts.get(posting.player_id) ?? before(posting.player_id)
    const atMs = Math.max(posting.atMs, last?.atMs ?? 0)
    const entry = entryWith(posting, atMs, last, minusDigits)
    const commitment = commitmentOf(salts, at * saltBytes, writeEntry(entry))
    commitments.write(commitment, at * hashBytes, 'hex')
    const { number, after } = entry
    accounts.set(posting.player_id, { number, atMs, commitment, after })
    numbers.push(number)
    timesMs.push(atMs)
  }
  const { ids: sourceIds, lastId: lastSourceId } = postings
  return { entries: { count, sourceIds, lastSourceId, numbers, timesMs, commitments, salts }, accounts }
}

/** Buffer of the text under the commitment; entries are far shorter. */
const committed = Buffer.alloc(8_192)
committed.set(entryPrefix)

/**
 * Commitment as in the package `receipts`, in hexadecimal digits, with the platform's own hash and without copies, for
 * an entry that is made here. The text must be ASCII; the salt is at an offset of `salts`.
 */
function commitmentOf(salts: Buffer, from: number, canonicalEntry: string): string {
  salts.copy(committed, entryPrefix.length, from, from + saltBytes)
  const start = entryPrefix.length + saltBytes
  const length = committed.write(canonicalEntry, start, 'latin1')
  if (length < canonicalEntry.length) throw new Error('an entry exceeds the greatest length')
  return hash('sha256', committed.subarray(0, start + length), 'hex')
}

/** Entry of a posting, at a time not before that of the account's previous entry. */
export const entryOf = (posting: EntrySource<bigint>, atMs: number, before: AccountState | undefined): Entry =>
  entryWith(posting, atMs, before, (after, last) => after - (last ?? 0n))

/** Entry with amounts of any type, whose difference `minus` returns; without a previous amount it is 0. */
function entryWith<Amount>(
  posting: EntrySource<Amount>,
  atMs: number,
  before: AccountState<Amount> | undefined,
  minus: (after: Amount, before: Amount | undefined) => Amount,
): Entry<Amount> {
  const after: Balances<Amount> = {
    cash: posting.cash_after,
    bonus: posting.bonus_after,
    hold: posting.hold_after,
    inPlay: posting.in_play_after,
  }
  return {
    account: entryWord(posting.player_id),
    number: (before?.number ?? 0) + 1,
    previous: before?.commitment ?? noEntry,
    posting: String(posting.id),
    at: timeText(atMs),
    reason: entryWord(posting.reason),
    key: entryWord(posting.key),
    currency: posting.currency,
    change: {
      cash: minus(after.cash, before?.after.cash),
      bonus: minus(after.bonus, before?.after.bonus),
      hold: minus(after.hold, before?.after.hold),
      inPlay: minus(after.inPlay, before?.after.inPlay),
    },
    after,
  }
}

/** Digits that a number represents exactly. */
const exactDigits = 15

/** Difference of two amounts in digits, as digits. Most of a player's balances do not change. */
function minusDigits(after: string, before = '0'): string {
  if (after === before) return '0'
  if (after.length <= exactDigits && before.length <= exactDigits) return String(Number(after) - Number(before))
  return String(BigInt(after) - BigInt(before))
}

const lastTime = { ms: 0, text: '' }

/** Time in an entry's form. Consecutive entries often have the same. */
function timeText(ms: number): string {
  if (ms !== lastTime.ms) Object.assign(lastTime, { ms, text: new Date(ms).toJSON() })
  return lastTime.text
}
