import { createHash } from 'node:crypto'
import { toHex } from '@dhow/fairness/sha256'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followEntries } from './account-chain.ts'
import { concat, utf8 } from './encoding.ts'
import { commitmentOf, entryWord, formatEntry, parseEntry, type Balances } from './entry.ts'
import { reasonOf } from './testing/refusal.ts'
import { bytesOf, emptyAccount, entriesOf, entryText } from './testing/sample.ts'

/** Texts of ids and keys, with characters that an entry escapes. */
const word = fc
  .array(fc.constantFrom('a', '9', '-', ':', '=', 'ß', '€', '😀', ' ', '\n', '<', '"', ',', '%'), {
    minLength: 1,
    maxLength: 30,
  })
  .map((characters) => entryWord(characters.join('')))
const entries = entriesOf('pl_anna', 6)
const [first, second] = entries.map(entryText)
const text = second ?? ''

describe('a canonical entry', () => {
  it('has one line for each field', () => {
    expect(first).toBe(
      [
        'account pl_anna',
        'number 1',
        `previous ${'0'.repeat(64)}`,
        'posting 1000',
        'at 2026-11-01T00:00:00.000Z',
        'reason deposit',
        'key deposit:pl_anna:1',
        'currency NAD',
        'cash 25000 25000',
        'bonus 0 0',
        'hold 0 0',
        'in_play 0 0',
        '',
      ].join('\n'),
    )
  })

  it('is parsed as formatted', () => {
    const amount = fc.bigInt(0n, 10n ** 18n - 1n)
    const balances: fc.Arbitrary<Balances> = fc.record({ cash: amount, bonus: amount, hold: amount, inPlay: amount })
    const any = fc.record({
      account: word,
      number: fc.integer({ min: 2, max: 2 ** 40 }),
      previous: fc
        .uint8Array({ minLength: 32, maxLength: 32 })
        .map((bytes) => toHex(concat(bytes.subarray(1), Uint8Array.of(1)))),
      posting: fc.nat().map(String),
      at: fc
        .date({ min: new Date(0), max: new Date('9999-01-01T00:00:00Z'), noInvalidDate: true })
        .map((date) => date.toJSON()),
      reason: fc.constantFrom('game-bet', 'deposit'),
      key: word,
      currency: fc.constantFrom('NAD', 'INR'),
      change: balances,
      after: balances,
    })
    fc.assert(
      fc.property(any, (entry) => {
        expect(parseEntry(formatEntry(entry))).toEqual(entry)
      }),
      { numRuns: 30 },
    )
  })

  it('has the SHA-256 over a prefix, the salt and its text as commitment', () => {
    const salt = bytesOf('salt')
    const expected = createHash('sha256')
      .update(concat(utf8('dhow/entry/v1'), salt, utf8(text)))
      .digest('hex')
    expect(toHex(commitmentOf(salt, text))).toBe(expected)
  })

  it('escapes text that could break a line, a column or a page', () => {
    expect(entryWord('a b\n<"é,%')).toBe('a%20b%0A%3C%22%C3%A9%2C%25')
    expect(entryWord('=1+1')).toBe('%3D1+1')
  })

  const change = (from: string | RegExp, to: string) => text.replace(from, to)
  const refused = [
    ['entry-unfinished-line', text.trimEnd()],
    ['entry-line-missing', change(/^reason .*\n/m, '')],
    ['entry-amount-malformed', change('cash -1000', 'cash -01000')],
    ['entry-amount-malformed', change('cash -1000', 'cash -10.00')],
    ['entry-amount-malformed', change('cash -1000', 'cash -0')],
    ['entry-word-malformed', change('key game', 'key <game')],
    ['entry-word-malformed', change('account pl_anna', 'account pl anna')],
    ['entry-currency-malformed', change('NAD', 'N$')],
    ['entry-number-malformed', change('number 2', 'number 0')],
    ['entry-number-malformed', change('number 2', 'number two')],
    ['entry-previous-malformed', change(/previous .*/, `previous ${'0'.repeat(64)}`)],
    ['entry-previous-malformed', change('number 2', 'number 1')],
    ['entry-time-malformed', change('2026-11-01T', '2026-13-01T')],
    ['entry-time-malformed', change('.000Z', 'Z')],
    ['entry-balance-negative', change('cash -1000 24000', 'cash -1000 -24000')],
    ['entry-first-balance-wrong', (first ?? '').replace('cash 25000 25000', 'cash 25000 25001')],
    ['entry-not-canonical', `${text}note 1\n`],
    ['entry-not-canonical', change(/(posting .*\n)(at .*\n)/, '$2$1')],
    ['entry-not-canonical', change('cash -1000 24000', 'cash -1000 24000 0')],
  ] as const
  it.each(refused)('is refused as %s (%#)', (reason, file) => {
    expect(reasonOf(() => parseEntry(file))).toBe(reason)
  })
})

describe('the entries of an account', () => {
  const start = emptyAccount('pl_anna')
  const follow = (all: typeof entries, from = start) => reasonOf(() => followEntries(from, all))
  const changed = (index: number, change: object) =>
    entries.map((one, at) => (at === index ? { ...one, entry: { ...one.entry, ...change } } : one))

  it('lead from one state to the next, together or one by one', () => {
    const end = followEntries(start, entries)
    expect(end.number).toBe(6)
    expect(followEntries(followEntries(start, entries.slice(0, 2)), entries.slice(2))).toEqual(end)
  })

  it('are refused if one is missing, repeated, of another account or currency, or does not add up', () => {
    expect(follow(entries.toSpliced(3, 1))).toBe('chain-entry-missing')
    expect(follow(entries.slice(1))).toBe('chain-entry-missing')
    expect(follow([...entries.slice(0, 2), ...entries.slice(1)])).toBe('chain-entry-missing')
    expect(follow(changed(2, { account: 'pl_ben' }))).toBe('chain-other-account')
    expect(follow(changed(2, { currency: 'INR' }))).toBe('chain-other-currency')
    expect(follow(changed(2, { at: '2026-10-01T00:00:00.000Z' }))).toBe('chain-time-goes-back')
    expect(follow(changed(2, { after: { ...entries[2]?.entry.after, cash: 1n } }))).toBe('chain-sum-wrong')
  })

  it('are refused if one was changed, in its text or salt', () => {
    expect(follow(changed(2, { key: 'other' }))).toBe('chain-broken')
    expect(follow(entries.map((one, at) => (at === 2 ? { ...one, salt: bytesOf('other') } : one)))).toBe('chain-broken')
  })
})
