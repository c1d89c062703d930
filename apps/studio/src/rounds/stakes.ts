import { currencies, type Currency } from '@dhow/contract/money'

export interface StakeRange {
  min: number
  max: number
  quick: number[]
}

/** Range of a stake on one panel, in minor units. */
export const stakeRanges: Record<Currency, StakeRange> = {
  INR: { min: 1000, max: 1_000_000, quick: [5000, 10_000, 50_000, 100_000] },
  NAD: { min: 100, max: 200_000, quick: [1000, 2000, 5000, 10_000] },
}

export const isCurrency = (text: string): text is Currency => Object.hasOwn(currencies, text)
