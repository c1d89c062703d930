import { crashHundredths } from '@dhow/fairness/crash'
import type { Chain } from '../rounds/chain.ts'

/** The crash game's chain, with the crash point of each round. */
export interface CrashChain extends Chain {
  roundAt(number: number): { hash: string; crash: number }
}

/** Larger crash points are stored as this; flights end long before. */
const largestHundredths = 100_000_000_000n

export const crashChain = (chain: Chain): CrashChain => ({
  ...chain,
  roundAt(number) {
    const hash = chain.hashAt(number)
    const hundredths = crashHundredths(hash, chain.salt)
    return { hash, crash: Number(hundredths < largestHundredths ? hundredths : largestHundredths) }
  },
})
