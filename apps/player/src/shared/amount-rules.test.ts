import { words } from './words/en/money.ts'
import { describe, expect, it } from 'vitest'
import { amountFault, amountsOffered, clampAmount, narrower, quickAmounts, quickStep, rangeOf } from './amount-rules.ts'

describe('the range', () => {
  it.each([
    ['100', '1000', { min: 100, max: 1_000 }],
    ['0', '1000', undefined],
    ['-5', '1000', undefined],
    ['1000', '1000', undefined],
    ['1000', '100', undefined],
    ['x', '1000', undefined],
    [undefined, undefined, undefined],
    ['1', 'Infinity', undefined],
  ])('of %s and %s is %o', (min, max, range) => expect(rangeOf(min, max)).toEqual(range))
})

describe('two ranges', () => {
  it.each([
    [
      { min: 10, max: 500 },
      { min: 50, max: 1_000 },
      { min: 50, max: 500 },
    ],
    [undefined, { min: 50, max: 1_000 }, { min: 50, max: 1_000 }],
    [{ min: 10, max: 500 }, undefined, { min: 10, max: 500 }],
    [undefined, undefined, undefined],
    // Without overlap the server refuses by the payment detail's range.
    [
      { min: 10, max: 20 },
      { min: 50, max: 1_000 },
      { min: 50, max: 1_000 },
    ],
  ])('%o and %o allow %o', (one, other, both) => expect(narrower(one, other)).toEqual(both))
})

describe('the amount', () => {
  const range = { min: 100, max: 1_000 }
  it.each([
    ['', 'Amount is required'],
    ['abc', 'Enter a valid number'],
    ['1e3', 'Enter a valid number'],
    ['99.99', 'Minimum allowed is ₹ 100'],
    ['1000.01', 'Maximum allowed is ₹ 1,000'],
    ['100', undefined],
    ['1000.00', undefined],
  ])('the error for %s is %s', (text, sentence) =>
    expect(amountFault(words.deposit, text, range, 'INR')).toBe(sentence),
  )

  it.each([
    ['5', '100'],
    ['5000', '1000'],
    ['450.5', '450.5'],
    ['abc', 'abc'],
    ['1,000', '1000'],
    ['₹ 2,00,000', '1000'],
  ])('%s becomes %s', (text, left) => expect(clampAmount(text, range, 'INR')).toBe(left))
})

describe('quick amounts', () => {
  it.each([
    [200_000, 50_000],
    [100_000, 20_000],
    [50_000, 10_000],
    [20_000, 5_000],
    [10_000, 2_000],
    [9_999, 1_000],
  ])('of a range %i wide go by %i', (width, step) => expect(quickStep({ min: 1, max: 1 + width })).toBe(step))

  it.each([
    [100, 200_100, [100, 50_000, 150_000, 200_100]],
    [100, 200_000, [100, 60_000, 140_000, 200_000]],
    [100, 1_000, [100, 400, 700, 1_000]],
    [1, 2, [1, 2]],
  ])('of %i to %i are %o', (min, max, amounts) => expect(quickAmounts({ min, max })).toEqual(amounts))

  it('are none without a range', () => expect(quickAmounts(undefined)).toEqual([]))
})

describe('the amounts offered', () => {
  const common = ['500.00', '50.00', '75.50', '100.00']
  it.each([
    [{ min: 10, max: 20_000 }, ['10', '50', '75.50', '100', '500', '6000', '14000', '20000']],
    [{ min: 60, max: 100 }, ['60', '70', '75.50', '90', '100']],
    [{ min: 50, max: 500 }, ['50', '75.50', '100', '200', '400', '500']],
    [{ min: 1_000, max: 2_000 }, ['1000', '1300', '1700', '2000']],
    [{ min: 0.5, max: 75.5 }, ['0.5', '30', '50', '75.50']],
    [undefined, []],
  ])('within %o are %o, ascending and each once', (range, amounts) =>
    expect(amountsOffered(common, range)).toEqual(amounts),
  )
})
