import { addBalances, commitmentText, formatEntry, isSameBalances, type Balances, type Entry } from './entry.ts'
import { check } from './verification-error.ts'

/** State of an account after one of its entries, which the next entry has to continue. */
export interface AccountState {
  account: string
  currency: string
  /** Number of the last entry; 0 before the first. */
  number: number
  /** Commitment of the last entry; `noEntry` before the first. */
  commitment: string
  /** Time of the last entry; empty if unknown. */
  at: string
  balances: Balances
}

/** An entry with its salt. `previous` defaults to the commitment of the previous entry, as in a statement's rows. */
export interface SaltedEntry {
  entry: Omit<Entry, 'previous'> & { previous?: string }
  salt: Uint8Array
}

/**
 * Follows an account from a state through all its next entries, in order, and returns the state after the last. Refused with a reason that begins with
 * `chain-` if one is missing, changed, or does not add up.
 */
export function followEntries(start: AccountState, entries: readonly SaltedEntry[]): AccountState {
  const { account, currency } = start
  let { number, commitment, at, balances } = start
  for (const { entry, salt } of entries) {
    const detail = String(entry.number)
    const { previous = commitment } = entry
    check(entry.account === account, 'chain-other-account', detail)
    check(entry.currency === currency, 'chain-other-currency', detail)
    check(entry.number === number + 1, 'chain-entry-missing', String(number + 1))
    check(previous === commitment, 'chain-broken', detail)
    check(entry.at >= at, 'chain-time-goes-back', detail)
    check(isSameBalances(addBalances(balances, entry.change), entry.after), 'chain-sum-wrong', detail)
    ;({ number, at, after: balances } = entry)
    commitment = commitmentText(salt, formatEntry({ ...entry, previous }))
  }
  return { account, currency, number, commitment, at, balances }
}
