import { describe, expect, it } from 'vitest'
import { parseAmount } from './money.ts'
import { typedAmount } from './typed-amount.ts'

describe('a typed amount', () => {
  it.each([
    ['4999', 'NAD', '4999'],
    ['4999.5', 'NAD', '4999.5'],
    ['4,999.00', 'NAD', '4999.00'],
    ['N$4 999', 'NAD', '4999'],
    ['n$ 4,999', 'NAD', '4999'],
    ['NAD 4999.00', 'NAD', '4999.00'],
    ['4999,00', 'NAD', '4999.00'],
    ['4 999,00', 'NAD', '4999.00'],
    ['4.999,00', 'NAD', '4999.00'],
    ['4\u00a0999.00', 'NAD', '4999.00'],
    ['1\u202f234\u202f567', 'NAD', '1234567'],
    ['  250 ', 'NAD', '250'],
    ['007', 'NAD', '7'],
    ['₹ 1,00,000.50', 'INR', '100000.50'],
    ['₹100,000', 'INR', '100000'],
    ['Rs. 12,34,567', 'INR', '1234567'],
    ['1 00 000', 'INR', '100000'],
    ['INR 50', 'INR', '50'],
  ] as const)('%j in %s is %s', (text, currency, amount) => {
    expect(typedAmount(text, currency)).toBe(amount)
    expect(parseAmount(amount)).toBeDefined()
  })

  it.each([
    ['4,99', 'NAD'],
    ['12,5', 'NAD'],
    ['123,45', 'NAD'],
    ['1.234', 'NAD'],
    ['1,00,000', 'NAD'],
    ['1,0000', 'INR'],
    ['4,999 000', 'NAD'],
    ['₹ 50', 'NAD'],
    ['N$50', 'INR'],
    ['$ 50', 'NAD'],
    ['-5', 'NAD'],
    ['1e3', 'NAD'],
    ['', 'NAD'],
    ['N$', 'NAD'],
    ['1.234.567', 'NAD'],
    ['9999999999999', 'NAD'],
    ['५००', 'INR'],
  ] as const)('%j in %s is refused', (text, currency) => {
    expect(typedAmount(text, currency)).toBeUndefined()
  })
})
