import { hash } from 'node:crypto'
import { committedBytes, entryWord, formatEntry, noEntry, type Balances, type Entry } from '@dhow/receipts/entry'
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
  for (const [at, posting] of postings.entries()) {
    if (at % entriesASlice === entriesASlice - 1) yield
    const salt = salts.subarray(at * saltBytes, (at + 1) * saltBytes)
    const last = accounts.get(posting.player_id) ?? before(posting.player_id)
    const atMs = Math.max(posting.happened_at.getTime(), last?.atMs ?? 0)
    const entry = entryOf(posting, atMs, last)
    // The platform's own hash takes half the time of the package's, which runs everywhere.
    const commitment = hash('sha256', committedBytes(salt, formatEntry(entry)), 'buffer')
    const { number, after } = entry
    accounts.set(posting.player_id, { number, atMs, commitment: commitment.toString('hex'), after })
    entries.push({ sourceId: posting.id, number, atMs, commitment, salt })
  }
  return { entries, accounts }
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
    at: new Date(atMs).toJSON(),
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
