import { afterEach, expect, it, vi } from 'vitest'
import { moneyOf } from './money.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['en', 'NAD', 123_450n, 'N$1,234.50'],
  ['hi', 'INR', 12_345_678, '₹1,23,456.78'],
  ['af', 'NAD', 123_450, 'N$1\u00a0234,50'],
  ['af', 'NAD', -50, '−N$0,50'],
])('an amount in %s has the portal’s format', (lang, currency, minor, text) => {
  vi.stubGlobal('document', { documentElement: { lang } })
  expect(moneyOf(minor, currency)).toBe(text)
})
