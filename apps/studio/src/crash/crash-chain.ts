import { crashHundredths } from '@dhow/fairness/crash'
import type { Chain } from '../rounds/chain.ts'

/** The crash game's chain, with the crash point of each of its rounds. */
export interface CrashChain extends Chain {
  roundAt(number: number): { hash: string; crash: number }
}

/** Crash points beyond this are written as this; the game ends flights long before. */
const largestHundredths = 100_000_000_000n

export const crashChain = (chain: Chain): CrashChain => ({
  ...chain,
  roundAt(number) {
    const hash = chain.hashAt(number)
    const hundredths = crashHundredths(hash, chain.salt)
    return { hash, crash: Number(hundredths < largestHundredths ? hundredths : largestHundredths) }
  },
})
