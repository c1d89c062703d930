import { commitmentOf, entryWord, formatEntry, noEntry, type Balances } from '@dhow/receipts/entry'
import type { AccountRow } from './tables.ts'

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

/** An entry as the log keeps it, with the state of its account after it. */
export interface ChainedEntry {
  posting_id: bigint
  salt: Buffer
  /** Canonical text, which is not stored: the ledger and the salt give it again. */
  text: string
  account: AccountRow
}

/**
 * Makes the entries of postings, which are in the order of their ids: each names the commitment of its account's entry before.
 * `accounts` has the last entry of each account and is brought up to date.
 */
export function chainEntries(
  postings: readonly PlayerPosting[],
  accounts: Map<string, AccountRow>,
  newSalt: () => Buffer,
): ChainedEntry[] {
  return postings.map((posting) => {
    const salt = newSalt()
    const before = accounts.get(posting.player_id)
    const entry = entryOf(posting, before)
    const text = formatEntry(entry)
    const account = {
      player_id: posting.player_id,
      number: BigInt(entry.number),
      at: new Date(entry.at),
      commitment: Buffer.from(commitmentOf(salt, text)),
      cash_minor: entry.after.cash,
      bonus_minor: entry.after.bonus,
      hold_minor: entry.after.hold,
      in_play_minor: entry.after.inPlay,
    }
    accounts.set(posting.player_id, account)
    return { posting_id: posting.id, salt, text, account }
  })
}

/** Entry of a posting after the account's one before; its time is not before that one's. */
export function entryOf(posting: PlayerPosting, before: AccountRow | undefined) {
  const after: Balances = {
    cash: posting.cash_after,
    bonus: posting.bonus_after,
    hold: posting.hold_after,
    inPlay: posting.in_play_after,
  }
  return {
    account: entryWord(posting.player_id),
    number: Number(before?.number ?? 0n) + 1,
    previous: before?.commitment.toString('hex') ?? noEntry,
    posting: String(posting.id),
    at: new Date(Math.max(posting.happened_at.getTime(), before?.at.getTime() ?? 0)).toJSON(),
    reason: entryWord(posting.reason),
    key: entryWord(posting.key),
    currency: posting.currency,
    change: {
      cash: after.cash - (before?.cash_minor ?? 0n),
      bonus: after.bonus - (before?.bonus_minor ?? 0n),
      hold: after.hold - (before?.hold_minor ?? 0n),
      inPlay: after.inPlay - (before?.in_play_minor ?? 0n),
    },
    after,
  }
}
