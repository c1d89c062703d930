import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../test/parts.ts'
import { normaliseReference } from '../deposits/index.ts'
import { keysOf, matchLines, type OpenPayment, type WaitingLine } from './match-lines.ts'

const at = Date.parse('2026-11-21T10:00:00.000Z')
const line = (
  id: string,
  { reference = '', text = '', ...more }: Partial<WaitingLine> & { reference?: string; text?: string } = {},
): WaitingLine => ({
  id,
  day: '2026-11-21',
  amountMinor: 50_000n,
  keys: keysOf(reference, text, normaliseReference),
  isSuspect: false,
  ...more,
})
const deposit = (id: string, more: Partial<OpenPayment> = {}): OpenPayment => ({
  id,
  amountMinor: 50_000n,
  refNorm: `REF${id}`,
  code: `CODE${id}`,
  atMs: at,
  ...more,
})
const match = (lines: WaitingLine[], payments: OpenPayment[]) =>
  matchLines(lines, payments).map(({ lineId, paymentId, score, exact, why }) => [
    lineId,
    paymentId,
    score,
    exact,
    why.join(' '),
  ])

describe('a line', () => {
  it('with the reference, amount and time of one deposit is exact, in any spelling of the reference', () => {
    for (const text of ['REF1', 'ref-1', 'Payment R E F 1 thanks', 'from EsterREF 1'.replace('EsterREF', 'Ester REF')])
      expect(match([line('L', { text })], [deposit('1'), deposit('2')])[0]).toEqual([
        'L',
        '1',
        75,
        true,
        'reference amount time',
      ])
  })

  it('with the player’s code counts too, and with both counts more', () => {
    expect(match([line('L', { text: 'CODE1' })], [deposit('1')])).toEqual([['L', '1', 45, true, 'code amount time']])
    expect(match([line('L', { text: 'CODE1', reference: 'REF1' })], [deposit('1')])).toEqual([
      ['L', '1', 100, true, 'reference code amount time'],
    ])
  })

  it('with another amount, or of another week, needs a decision', () => {
    expect(match([line('L', { reference: 'REF1', amountMinor: 49_900n })], [deposit('1')])).toEqual([
      ['L', '1', 60, false, 'reference time'],
    ])
    expect(match([line('L', { reference: 'REF1', day: '2026-11-01' })], [deposit('1')])).toEqual([
      ['L', '1', 70, false, 'reference amount'],
    ])
  })

  it('with only the amount is proposed, never exact', () => {
    expect(match([line('L')], [deposit('1')])).toEqual([['L', '1', 20, false, 'amount time']])
  })

  it('with the code and amount of two deposits needs a decision', () => {
    const found = match([line('L', { text: 'SAME' })], [deposit('1', { code: 'SAME' }), deposit('2', { code: 'SAME' })])
    expect(found.map((one) => one[3])).toEqual([false, false])
  })

  it('is exact by its reference even if the code matches another deposit too', () => {
    const found = match(
      [line('L', { text: 'SAME REF2' })],
      [deposit('1', { code: 'SAME' }), deposit('2', { code: 'SAME' })],
    )
    expect(found.map((one) => [one[1], one[3]])).toEqual([
      ['2', true],
      ['1', false],
    ])
  })

  it('that occurs twice is not exact', () => {
    expect(
      match([line('L', { reference: 'REF1' }), line('M', { reference: 'REF1' })], [deposit('1')]).map((one) => one[3]),
    ).toEqual([false, false])
  })

  it('that looks like an earlier one needs a decision', () => {
    expect(match([line('L', { reference: 'REF1', isSuspect: true })], [deposit('1')])[0]![3]).toBe(false)
  })

  it('with outgoing money is never a deposit', () => {
    expect(match([line('L', { reference: 'REF1', amountMinor: -50_000n })], [deposit('1')])).toEqual([])
  })
})

it('10 000 lines and 10 000 deposits of one amount each take less than two seconds', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => n)
  const startedAt = workedMs()
  const found = matchLines(
    many.map((n) =>
      line(`L${n}`, { amountMinor: BigInt(n + 1), text: `EFT from somebody ${n} REF${n} branch 480001` }),
    ),
    many.map((n) => deposit(String(n), { amountMinor: BigInt(n + 1) })),
  )
  expect(workedMs() - startedAt).toBeLessThan(2_000)
  expect(found.filter((one) => one.exact)).toHaveLength(10_000)
})
