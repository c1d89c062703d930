import { hash } from 'node:crypto'
import { entryPrefix, entryWord, noEntry, writeEntry, type Balances, type Entry } from '@dhow/receipts/entry'
import type { Sliced } from '../../platform/sliced.ts'

/** A posting on a player's account, with the balances after it. */
export interface PlayerPosting {
  id: bigint
  key: string
  reason: string
  player_id: string
  currency: string
  happened_at: Date
  cash_after: bigint
  bonus_after: bigint
  hold_after: bigint
  in_play_after: bigint
}

/** An account after one of its entries: what the next one goes on from. */
export interface AccountState {
  number: number
  atMs: number
  /** Commitment of the entry, in hexadecimal digits. */
  commitment: string
  after: Balances
}

/** An entry as the log keeps it. Its canonical text is not stored: the ledger and the salt give it again. */
export interface ChainedEntry {
  /** Id of the posting, or position of the seal, that the entry is made from. */
  sourceId: bigint
  number: number
  atMs: number
  commitment: Uint8Array
  salt: Uint8Array
}

const saltBytes = 32
const hashBytes = 32
/** Entries between two turns of the event loop: about a millisecond of work. */
const entriesASlice = 50

/**
 * Makes the entries of postings, which are in the order of their ids: each names the commitment of its account's entry before.
 * `salts` has 32 random bytes for each; `before` gives the account's last entry in the log. Answers the accounts that changed, too.
 */
export function* chainEntries(
  postings: readonly PlayerPosting[],
  salts: Uint8Array,
  before: (playerId: string) => AccountState | undefined,
): Sliced<{ entries: ChainedEntry[]; accounts: Map<string, AccountState> }> {
  const accounts = new Map<string, AccountState>()
  const entries: ChainedEntry[] = []
  // One room for all: the collector takes longer over a buffer than its hash takes.
  const commitments = Buffer.alloc(hashBytes * postings.length)
  for (const [at, posting] of postings.entries()) {
    if (at % entriesASlice === entriesASlice - 1) yield
    const salt = salts.subarray(at * saltBytes, (at + 1) * saltBytes)
    const last = accounts.get(posting.player_id) ?? before(posting.player_id)
    const atMs = Math.max(posting.happened_at.getTime(), last?.atMs ?? 0)
    const entry = entryOf(posting, atMs, last)
    const commitment = commitmentOf(salt, writeEntry(entry))
    commitments.write(commitment, at * hashBytes, 'hex')
    const { number, after } = entry
    accounts.set(posting.player_id, { number, atMs, commitment, after })
    entries.push({
      sourceId: posting.id,
      number,
      atMs,
      commitment: commitments.subarray(at * hashBytes, (at + 1) * hashBytes),
      salt,
    })
  }
  return { entries, accounts }
}

/** Bytes under the commitment being made; entries are shorter by far. */
const committed = Buffer.alloc(8_192)
committed.set(entryPrefix)

/**
 * Commitment of the package `receipts` in hexadecimal digits, by the platform's own hash and without copies, for an entry that is made here. Its
 * text has ASCII characters alone.
 */
function commitmentOf(salt: Uint8Array, canonicalEntry: string): string {
  const start = entryPrefix.length + salt.length
  committed.set(salt, entryPrefix.length)
  const length = committed.write(canonicalEntry, start, 'latin1')
  if (length < canonicalEntry.length) throw new Error('an entry is longer than any can be')
  return hash('sha256', committed.subarray(0, start + length), 'hex')
}

/** Entry of a posting at a time, which is not before that of the account's entry before. */
export function entryOf(posting: PlayerPosting, atMs: number, before: AccountState | undefined): Entry {
  const after: Balances = {
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
      cash: after.cash - (before?.after.cash ?? 0n),
      bonus: after.bonus - (before?.after.bonus ?? 0n),
      hold: after.hold - (before?.after.hold ?? 0n),
      inPlay: after.inPlay - (before?.after.inPlay ?? 0n),
    },
    after,
  }
}

const lastTime = { ms: 0, text: '' }

/** Time as an entry has it. Entries that follow each other often have the same. */
function timeText(ms: number): string {
  if (ms !== lastTime.ms) Object.assign(lastTime, { ms, text: new Date(ms).toJSON() })
  return lastTime.text
}
