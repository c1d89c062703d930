import { sha256, toHex } from '@dhow/fairness/sha256'
import { concat, readCount, utf8 } from './encoding.ts'
import { check } from './verification-error.ts'

/** The four balances of a player in minor units, as bigint or, for formatting only, as digits. */
export interface Balances<Amount = bigint> {
  cash: Amount
  bonus: Amount
  hold: Amount
  inPlay: Amount
}

/** One entry of a player's account: a ledger posting with the changes of all four balances and the balances after it. */
export interface Entry<Amount = bigint> {
  /** Id of the player. */
  account: string
  /** Counts the entries of the account from 1, without gaps. */
  number: number
  /** Commitment of the previous entry, 64 hexadecimal digits; zeros for the first. */
  previous: string
  /** Id of the posting. */
  posting: string
  /** Time in UTC, such as `2026-11-24T10:11:12.345Z`; never before the previous entry. */
  at: string
  /** Kind of posting, such as `game-bet`. */
  reason: string
  /** Key of the posting, such as `deposit:dep_1`. */
  key: string
  currency: string
  change: Balances<Amount>
  after: Balances<Amount>
}

/** Prefix of the hashed bytes of a commitment. */
export const entryPrefix: Uint8Array = utf8('dhow/entry/v1')
/** `previous` of an account's first entry. */
export const noEntry = '0'.repeat(64)

/** Hashed bytes of a commitment: `"dhow/entry/v1" || salt || canonical entry`. The salt is 32 random bytes. */
export const committedBytes = (salt: Uint8Array, canonicalEntry: string): Uint8Array =>
  concat(entryPrefix, salt, utf8(canonicalEntry))

/** Commitment to an entry, as logged. */
export const commitmentOf = (salt: Uint8Array, canonicalEntry: string): Uint8Array =>
  sha256(committedBytes(salt, canonicalEntry))

/**
 * Escapes an id or key for an entry: characters other than those of `word` become %XX of their UTF-8 bytes, so that they cannot break a line,
 * column or page.
 */
export const entryWord = (text: string): string =>
  plainWord.test(text)
    ? text
    : text.replaceAll(/[^A-Za-z0-9\-._:/@+=~#]|^[^A-Za-z0-9]/gu, (character) =>
        Array.from(utf8(character), (byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
      )

/** Text that needs no escaping, which is nearly all. */
const plainWord = /^[A-Za-z0-9][A-Za-z0-9\-._:/@+=~#]*$/
const word = /^[A-Za-z0-9%][A-Za-z0-9\-._:/@+=~#%]{0,499}$/

/** Formats the canonical text of an entry: one line for each field, in this order, each with its newline. Refused with a reason that begins with `entry-`. */
export function formatEntry(entry: Entry): string {
  checkEntry(entry)
  return writeEntry(entry)
}

/** The same without checks, for an entry that is known to be valid. */
export function writeEntry(entry: Entry<bigint | string>): string {
  const { account, number, previous, posting, at, reason, key, currency, change, after } = entry
  return `account ${account}
number ${number}
previous ${previous}
posting ${posting}
at ${at}
reason ${reason}
key ${key}
currency ${currency}
cash ${change.cash} ${after.cash}
bonus ${change.bonus} ${after.bonus}
hold ${change.hold} ${after.hold}
in_play ${change.inPlay} ${after.inPlay}
`
}

/** Parses the canonical text of an entry. Refused with a reason that begins with `entry-`. */
export function parseEntry(text: string): Entry {
  const lines = text.split('\n')
  check(lines.pop() === '', 'entry-unfinished-line')
  const values = new Map(lines.map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)]))
  const value = (name: string): string => {
    const found = values.get(name)
    check(found !== undefined, 'entry-line-missing', name)
    return found
  }
  const pair = (name: string) => {
    const [change = '', after = ''] = value(name).split(' ')
    return { change: readAmount(change), after: readAmount(after) }
  }
  const [cash, bonus, hold, inPlay] = [pair('cash'), pair('bonus'), pair('hold'), pair('in_play')]
  const entry = {
    account: value('account'),
    number: readCount(value('number')) ?? 0,
    previous: value('previous'),
    posting: value('posting'),
    at: value('at'),
    reason: value('reason'),
    key: value('key'),
    currency: value('currency'),
    change: { cash: cash.change, bonus: bonus.change, hold: hold.change, inPlay: inPlay.change },
    after: { cash: cash.after, bonus: bonus.after, hold: hold.after, inPlay: inPlay.after },
  }
  check(formatEntry(entry) === text, 'entry-not-canonical')
  return entry
}

/** Parses a whole number of minor units in an entry. */
export function readAmount(text: string): bigint {
  check(/^(0|-?[1-9][0-9]{0,17})$/.test(text), 'entry-amount-malformed', text)
  return BigInt(text)
}

/** Sum of the four balances. */
export const sumOf = ({ cash, bonus, hold, inPlay }: Balances): bigint => cash + bonus + hold + inPlay

/** Balances after a change. */
export const addBalances = (one: Balances, other: Balances): Balances => ({
  cash: one.cash + other.cash,
  bonus: one.bonus + other.bonus,
  hold: one.hold + other.hold,
  inPlay: one.inPlay + other.inPlay,
})

export const isSameBalances = (one: Balances, other: Balances): boolean =>
  one.cash === other.cash && one.bonus === other.bonus && one.hold === other.hold && one.inPlay === other.inPlay

export const noBalances: Balances = { cash: 0n, bonus: 0n, hold: 0n, inPlay: 0n }

/** True if the text is a time in UTC with milliseconds, as in entries. */
export const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && new Date(text).toJSON() === text

/** True if the text is a hash in hexadecimal digits. */
export const isHexHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** Commitment in the form of the next entry's `previous`. */
export const commitmentText = (salt: Uint8Array, canonicalEntry: string): string =>
  toHex(commitmentOf(salt, canonicalEntry))

function checkEntry({ account, number, previous, posting, at, reason, key, currency, change, after }: Entry): void {
  for (const text of [account, posting, reason, key]) check(word.test(text), 'entry-word-malformed', text)
  check(/^[A-Z]{3}$/.test(currency), 'entry-currency-malformed', currency)
  check(number > 0, 'entry-number-malformed', String(number))
  check(isHexHash(previous), 'entry-previous-malformed', previous)
  check(isTime(at), 'entry-time-malformed', at)
  check(
    Object.values(after).every((amount) => amount >= 0n),
    'entry-balance-negative',
  )
  const isFirst = number === 1
  check(isFirst === (previous === noEntry), 'entry-previous-malformed', previous)
  check(!isFirst || isSameBalances(change, after), 'entry-first-balance-wrong')
}
