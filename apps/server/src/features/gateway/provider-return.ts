import type { ProviderHour } from './provider-hour.ts'

/** Fewer bets are not evidence. */
const leastBets = 200n
/** Standard deviations from the stated return that chance does not explain: one hour in more than a million. */
const unusualDeviations = 5
/** Variance of one bet's win in squared stakes: that of a volatile slot, so that honest games stay well below. */
const variancePerBet = 50

export interface ReturnFinding {
  direction: 'high' | 'low'
  /** Wins divided by stakes. */
  paid: number
  /** The games' stated return. */
  stated: number
  deviations: number
}

/**
 * Compares a provider's hour with the stated return of its games. Wins W of stakes s₁…sₙ have the mean r·Σsᵢ; their
 * variance is taken as the larger of v·Σsᵢ² (a volatile slot) and the observed sum Σwᵢ², as in self-normalised bounds
 * (de la Peña, Lai, Shao: Self-Normalized Processes, 2009, chapter 2): a few large honest wins raise it together with
 * W, many wins above the stakes do not.
 * @returns undefined if chance explains the hour
 */
export function findUnusualReturn(hour: ProviderHour, stated: number): ReturnFinding | undefined {
  if (hour.bets < leastBets || hour.stakedMinor === 0n) return undefined
  const staked = Number(hour.stakedMinor)
  const won = Number(hour.wonMinor)
  const excess = won - stated * staked
  const seen = excess > 0 ? Number(hour.winSquares) : 0
  const deviations = Math.abs(excess) / Math.sqrt(Math.max(variancePerBet * Number(hour.stakeSquares), seen))
  if (deviations < unusualDeviations) return undefined
  return { direction: excess > 0 ? 'high' : 'low', paid: won / staked, stated, deviations }
}
