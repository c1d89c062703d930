import { currencies, formatPlain, parseAmount, type Currency } from '@dhow/contract/money'
import { typedAmount } from '@dhow/contract/typed-amount'
import { fill, localizeMarks } from './format.ts'
import type { Words } from './words/words.tsx'

export interface Range {
  min: number
  max: number
}

/** Range of two limits; undefined unless both are finite and 0 < lower < upper. */
export function rangeOf(min: unknown, max: unknown): Range | undefined {
  const low = Number(min)
  const high = Number(max)
  return Number.isFinite(low) && Number.isFinite(high) && low > 0 && low < high ? { min: low, max: high } : undefined
}

/** Intersection of two ranges; undefined counts as no limits. */
export function narrower(one: Range | undefined, other: Range | undefined): Range | undefined {
  if (!one || !other) return one ?? other
  return rangeOf(Math.max(one.min, other.min), Math.min(one.max, other.max)) ?? other
}

/** The specified sentence for an invalid amount; undefined for a valid one. */
export function amountFault(
  words: Pick<Words['deposit'], 'amountRequired' | 'invalidNumber' | 'minimum' | 'maximum'>,
  text: string,
  range: Range | undefined,
  currency: Currency,
): string | undefined {
  if (text.trim() === '') return words.amountRequired
  const minor = parseAmount(amountOf(text, currency))
  if (minor === undefined) return words.invalidNumber
  if (!range) return undefined
  const { symbol } = currencies[currency]
  const plain = (whole: number) => localizeMarks(formatPlain(minorOf(whole), currency))
  if (minor < minorOf(range.min)) return fill(words.minimum, { currency: symbol, min: plain(range.min) })
  if (minor > minorOf(range.max)) return fill(words.maximum, { currency: symbol, max: plain(range.max) })
  return undefined
}

/** An amount in the API's form, without group separators and symbol; other text unchanged. */
export const amountOf = (text: string, currency: Currency): string => typedAmount(text, currency) ?? text.trim()

/** Value of the field on blur: the amount inside the range. */
export function clampAmount(text: string, range: Range | undefined, currency: Currency): string {
  const amount = amountOf(text, currency)
  const minor = parseAmount(amount)
  if (minor === undefined) return text
  if (range && minor < minorOf(range.min)) return String(range.min)
  if (range && minor > minorOf(range.max)) return String(range.max)
  return amount
}

const minorOf = (whole: number): bigint => BigInt(Math.round(whole * 100))

/** The step by which quick amounts are rounded, from the width of the range. */
export function quickStep({ min, max }: Range): number {
  const width = max - min
  if (width >= 200_000) return 50_000
  if (width >= 100_000) return 20_000
  if (width >= 50_000) return 10_000
  if (width >= 20_000) return 5_000
  if (width >= 10_000) return 2_000
  return 1_000
}

/** Lower limit, two rounded thirds, upper limit: sorted, unique, in range. A step too wide for the range is divided. */
export function quickAmounts(range: Range | undefined): number[] {
  if (!range) return []
  const { min, max } = range
  for (let step = quickStep(range); step >= 1; step /= 10) {
    const third = (part: number) =>
      Math.min(max, Math.max(min, Math.round((min + ((max - min) * part) / 3) / step) * step))
    const amounts = [...new Set([min, third(1), third(2), max])].sort((a, b) => a - b)
    if (amounts.length === 4) return amounts
  }
  return [...new Set([min, max])]
}

/**
 * Amounts to choose from, ascending and each once: the quick amounts of a range, and the operator's common ones within
 * it. None without a range.
 */
export function amountsOffered(common: readonly string[], range: Range | undefined): string[] {
  const byMinor = new Map<bigint, string>()
  for (const amount of [...quickAmounts(range).map(String), ...amountsWithin(common, range)])
    byMinor.set(parseAmount(amount) ?? 0n, amount)
  return [...byMinor].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, amount]) => amount)
}

/** The operator's amounts within the range, without zero decimals; none without a range. */
function amountsWithin(amounts: readonly string[], range: Range | undefined): string[] {
  if (!range) return []
  const isWithin = (minor: bigint) => minor >= minorOf(range.min) && minor <= minorOf(range.max)
  return amounts.filter((amount) => isWithin(parseAmount(amount) ?? -1n)).map((amount) => amount.replace(/\.00$/, ''))
}
