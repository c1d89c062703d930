import { sha256, toHex } from '@dhow/fairness/sha256'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followEntries } from './account-chain.ts'
import { utf8 } from './encoding.ts'
import { parsePolicy } from './policy.ts'
import { makeStatement, signStatement, verifyStatement } from './statement.ts'
import { reasonOf } from './testing/refusal.ts'
import {
  bytesOf,
  commitment,
  emptyAccount,
  entriesOf,
  log,
  logOf,
  origin,
  policyText,
  receiptOf,
  sampleFiles,
} from './testing/sample.ts'
import { testSigner } from './testing/signer.ts'
import { formatVerifierKey } from './verifier-key.ts'

const policy = parsePolicy(policyText)
const files = sampleFiles()
const receipt = files.get('last-receipt.txt') ?? ''
const entries = entriesOf('pl_anna', 12)
const november = { origin, from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z', format: 'csv' as const }

describe('a statement', () => {
  it.each(['csv', 'json'])('as %s verifies with the receipt of its last entry', (format) => {
    const body = files.get(`statement.${format}`) ?? ''
    const { statement } = verifyStatement({ body, note: files.get(`statement.${format}.note`) ?? '', receipt }, policy)
    expect(statement).toMatchObject({
      account: 'pl_anna',
      entries: 12,
      opening: { number: 0 },
      closing: { number: 12 },
    })
  })

  it('has identical bytes if made twice', () => {
    const made = () => makeStatement(november, emptyAccount('pl_anna'), entries)
    expect(made().body).toBe(made().body)
    expect(signStatement(made().statement, log)).toBe(signStatement(made().statement, log))
  })

  it('of a later span starts where the previous one ended', () => {
    const opening = followEntries(emptyAccount('pl_anna'), entries.slice(0, 5))
    const span = { ...november, from: '2026-11-01T00:05:00.000Z' }
    const { statement, body } = makeStatement(span, opening, entries.slice(5))
    const note = signStatement(statement, log)
    expect(verifyStatement({ body, note, receipt }, policy).statement.opening).toEqual({
      number: 5,
      balances: opening.balances,
    })
  })

  it('without entries in its period needs no receipt', () => {
    const december = { ...november, from: november.to, to: '2027-01-01T00:00:00.000Z' }
    const { statement, body } = makeStatement(december, followEntries(emptyAccount('pl_anna'), entries), [])
    expect(verifyStatement({ body, note: signStatement(statement, log) }, policy).statement.closing.number).toBe(12)
  })

  it('cannot be made with an entry outside its period, or with one missing', () => {
    const make = (all: typeof entries, period = november) =>
      reasonOf(() => makeStatement(period, emptyAccount('pl_anna'), all))
    expect(make(entries, { ...november, to: '2026-11-01T00:11:00.000Z' })).toBe('statement-entry-outside-period')
    expect(make(entries.toSpliced(4, 1))).toBe('chain-entry-missing')
  })

  it('signed by its log over rows that do not add up is still refused', () => {
    const { statement, body } = makeStatement(november, emptyAccount('pl_anna'), entries)
    const note = (change: object) => signStatement({ ...statement, ...change }, log)
    const verify = (changed: string) => reasonOf(() => verifyStatement({ body, note: changed, receipt }, policy))
    expect(verify(note({ closing: { number: 12, balances: { ...statement.closing.balances, cash: 1n } } }))).toBe(
      'statement-closing-wrong',
    )
    expect(verify(note({ opening: { number: 0, balances: { ...statement.opening.balances, cash: 1n } } }))).toBe(
      'chain-sum-wrong',
    )
    expect(verify(note({ entries: 11 }))).toBe('statement-count-wrong')
    expect(verify(note({ to: '2026-11-01T00:11:00.000Z' }))).toBe('statement-entry-outside-period')
    expect(verify(note({ account: 'pl_ben' }))).toBe('statement-receipt-of-other-entry')
    expect(verify(note({ origin: 'other.example/log' }))).toBe('statement-of-other-log')
    expect(verify(signStatement(statement, testSigner('other.example/log')))).toBe('note-not-signed')
  })

  it('with a changed entry, signed again by its log, is refused by the receipt', () => {
    const changed = entries.map((one, at) => (at === 3 ? { ...one, salt: bytesOf('another') } : one))
    const rows = changed.map(({ entry: { previous: _, ...entry }, salt }) => ({ entry, salt }))
    const { statement, body } = makeStatement(november, emptyAccount('pl_anna'), rows)
    expect(reasonOf(() => verifyStatement({ body, note: signStatement(statement, log), receipt }, policy))).toBe(
      'statement-receipt-of-other-entry',
    )
  })

  it('as equivalent JSON in other bytes is refused, even if signed by its log', () => {
    const json = makeStatement({ ...november, format: 'json' }, emptyAccount('pl_anna'), entries)
    for (const body of [
      json.body.replace('[\n', '[ \n'),
      json.body.replace('"number":"1"', '"number":"9","number":"1"'),
    ]) {
      const note = signStatement({ ...json.statement, bodyHash: toHex(sha256(utf8(body))) }, log)
      expect(reasonOf(() => verifyStatement({ body, note, receipt }, policy))).toBe('statement-body-not-canonical')
    }
  })

  it('of one log is refused with another’s key or receipt, even if both are trusted', () => {
    const other = testSigner('other.example/log')
    const both = parsePolicy(`${policyText}log ${formatVerifierKey(other.key)}\n`)
    const verify = (note: string, body: string, proof?: string) =>
      reasonOf(() => verifyStatement({ body, note, ...(proof === undefined ? {} : { receipt: proof }) }, both))
    const { statement, body } = makeStatement(november, emptyAccount('pl_anna'), entries)
    const ofOther = { ...statement, origin: 'other.example/log' }
    expect(verify(signStatement(ofOther, other), body, receipt)).toBe('statement-of-other-log')
    const empty = makeStatement(november, emptyAccount('pl_anna'), [])
    expect(verify(signStatement(empty.statement, log), empty.body)).toBe('accepted')
    expect(verify(signStatement(empty.statement, other), empty.body)).toBe('statement-of-other-log')
  })

  it('verifies for any span of an account, and the next span continues it', () => {
    fc.assert(
      fc.property(fc.nat(11), fc.nat(11), fc.constantFrom('csv' as const, 'json' as const), (one, two, format) => {
        const [from, to] = [Math.min(one, two), Math.max(one, two) + 1]
        const opening = followEntries(emptyAccount('pl_anna'), entries.slice(0, from))
        const { statement, body } = makeStatement({ ...november, format }, opening, entries.slice(from, to))
        const last = entries[to - 1]
        const proof = last && receiptOf(last, logOf([commitment(last)]).proof(0))
        const verified = verifyStatement({ body, note: signStatement(statement, log), receipt: proof ?? '' }, policy)
        expect(verified.statement.closing.balances).toEqual(last?.entry.after)
      }),
      { numRuns: 10 },
    )
  })

  it('of 1,000 entries verifies', () => {
    const many = entriesOf('pl_anna', 1_000)
    const { statement, body } = makeStatement(november, emptyAccount('pl_anna'), many)
    const last = many.at(-1)
    const proof = last && receiptOf(last, logOf([bytesOf('first'), commitment(last)]).proof(1))
    const verified = verifyStatement({ body, note: signStatement(statement, log), receipt: proof ?? '' }, policy)
    expect(verified.statement.entries).toBe(1_000)
  })
})
