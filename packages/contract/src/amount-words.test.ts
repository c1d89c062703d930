import { describe, expect, it } from 'vitest'
import { amountInWords } from './amount-words.ts'

describe('an amount in words', () => {
  it.each([
    [0n, 'NAD', 'zero Namibian dollars'],
    [1n, 'NAD', 'zero Namibian dollars and one cent'],
    [100n, 'NAD', 'one Namibian dollar'],
    [1_900n, 'NAD', 'nineteen Namibian dollars'],
    [2_150n, 'NAD', 'twenty-one Namibian dollars and fifty cents'],
    [25_000n, 'NAD', 'two hundred fifty Namibian dollars'],
    [250_000n, 'NAD', 'two thousand five hundred Namibian dollars'],
    [999_999n, 'NAD', 'nine thousand nine hundred ninety-nine Namibian dollars and ninety-nine cents'],
    [1_000_000n, 'NAD', 'ten thousand Namibian dollars'],
    [
      9_999_999_900n,
      'NAD',
      'ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine Namibian dollars',
    ],
    [100_000_001n, 'INR', 'ten lakh rupees and one paisa'],
    [12_345_678_900n, 'INR', 'twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine rupees'],
    [10_000_000_000_000n, 'INR', 'ten thousand crore rupees'],
  ] as const)('%s %s is “%s”', (minor, currency, words) => {
    expect(amountInWords(minor, currency)).toBe(words)
  })
})
