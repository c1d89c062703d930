import { hash } from 'node:crypto'
import type { SaltedEntry } from '@dhow/receipts/account-chain'
import { committedBytes, formatEntry, noBalances } from '@dhow/receipts/entry'
import type { Db } from '../../../platform/db/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { entryOf, type AccountState } from '../chain-entries.ts'
import { readAccounts, readLoggedEntry } from '../store.ts'
import { readSaltedPostings } from './span-store.ts'

/** Entries between two queries: some milliseconds of work, after which other calls may run. */
const entriesPerPage = 500

/** Entries of an account in order, and its state after them. */
export interface EntryPage {
  entries: SaltedEntry[]
  state: AccountState | undefined
}

/** State of an account after a posting that has its entry; undefined before the first one. */
export const stateAt = async (db: Db, playerId: string, posting: bigint): Promise<AccountState | undefined> =>
  (await readAccounts(db, [playerId], posting)).get(playerId)

/**
 * Reads a player's entries after one posting up to another, page by page, from ledger and salts. The last commitment
 * must equal the log's, and it binds all before it.
 * @throws Refusal `not_found` if the salts were erased
 */
export async function* readEntries(
  db: Db,
  playerId: string,
  after: bigint,
  to: bigint,
): AsyncGenerator<EntryPage, void, undefined> {
  let state = await stateAt(db, playerId, after)
  let at = after
  while (at < to) {
    const postings = await readSaltedPostings(db, playerId, { after: at, to, most: entriesPerPage })
    const entries: SaltedEntry[] = []
    for (const posting of postings) {
      const { salt } = posting
      // An erased salt is all zeros; its entry can no longer be shown.
      if (salt.every((byte) => byte === 0)) throw new Refusal('not_found')
      const atMs = Math.max(posting.happened_at.getTime(), state?.atMs ?? 0)
      const entry = entryOf(posting, atMs, state)
      const commitment = hash('sha256', committedBytes(salt, formatEntry(entry)), 'hex')
      state = { number: entry.number, atMs, commitment, after: entry.after }
      entries.push({ entry, salt })
    }
    const last = postings.at(-1)
    if (last === undefined) throw new Error(`the postings of ${playerId} up to ${to} are not all in the log`)
    at = last.id
    if (at === to && state?.commitment !== (await readLoggedEntry(db, at)).commitment)
      throw new Error(`log and ledger differ for the posting ${at}`)
    yield { entries, state }
  }
}

export const balancesOf = (state: AccountState | undefined) => state?.after ?? noBalances
