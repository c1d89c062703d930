import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDecimal, formatMoney, formatMoneyText, formatPlain, parseAmount } from './money.ts'

describe('an amount is parsed by its digits', () => {
  test.each([
    ['0', 0n],
    ['7', 700n],
    ['1250.5', 125050n],
    ['1250.50', 125050n],
    ['0.01', 1n],
    ['0.1', 10n],
    ['007', 700n],
    // Amounts that floating point would turn into 2873 and 99999999999998.
    ['28.74', 2874n],
    ['999999999999.99', 99999999999999n],
  ])('%s', (text, amountMinor) => {
    expect(parseAmount(text)).toBe(amountMinor)
  })

  test.each([
    '',
    ' ',
    '.',
    '.5',
    '5.',
    '1.234',
    '1,000',
    '1 000',
    '+1',
    '-1',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    '1\n',
    ' 1',
    '1.0.0',
    '१०',
    '１０',
    '1000000000000',
  ])('%j is refused', (text) => {
    expect(parseAmount(text)).toBeUndefined()
  })

  test('a formatted amount parses to the same value', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 99_999_999_999_999n), (amountMinor) => {
        expect(parseAmount(formatDecimal(amountMinor))).toBe(amountMinor)
      }),
    )
  })
})

test.each([
  [0n, '0.00'],
  [5n, '0.05'],
  [-5n, '-0.05'],
  [125050n, '1250.50'],
  [-125050n, '-1250.50'],
  // Beyond the exact range of floating point.
  [9_007_199_254_740_993n, '90071992547409.93'],
])('%s minor units are sent as %s', (amountMinor, text) => {
  expect(formatDecimal(amountMinor)).toBe(text)
})

test.each([
  [0n, '₹0.00', 'N$0.00'],
  [99_999n, '₹999.99', 'N$999.99'],
  [100_000n, '₹1,000.00', 'N$1,000.00'],
  [123_450n, '₹1,234.50', 'N$1,234.50'],
  [10_000_000n, '₹1,00,000.00', 'N$100,000.00'],
  [123_456_750n, '₹12,34,567.50', 'N$1,234,567.50'],
  [1_234_567_890_123n, '₹12,34,56,78,901.23', 'N$12,345,678,901.23'],
  [-123_456_750n, '−₹12,34,567.50', '−N$1,234,567.50'],
])('%s minor units are grouped by lakhs and by thousands', (amountMinor, inr, nad) => {
  expect(formatMoney(amountMinor, 'INR')).toBe(inr)
  expect(formatMoney(amountMinor, 'NAD')).toBe(nad)
  expect(formatMoneyText(formatDecimal(amountMinor), 'INR')).toBe(inr)
})

test('an amount in a sentence has groups and no zero decimals', () => {
  expect(formatPlain(20_000_000n, 'INR')).toBe('2,00,000')
  expect(formatPlain(500_000n, 'NAD')).toBe('5,000')
  expect(formatPlain(500_050n, 'NAD')).toBe('5,000.50')
})

test('a text that is not an amount is unchanged', () => {
  expect(formatMoneyText('1,5', 'NAD')).toBe('1,5')
})
