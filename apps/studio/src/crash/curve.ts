/**
 * Multiplier curve: 1.00 at the start, growing by the same share each millisecond, 2.00 after 11.6 s and 10.00 after
 * 38.4 s. Server and page compute it from the start time; no message carries it. Multipliers are whole hundredths.
 */
const growthPerMs = 0.000_06

/** Multiplier after `elapsedMs` of flight, in hundredths. */
export const multiplierAt = (elapsedMs: number): number =>
  elapsedMs <= 0 ? 100 : Math.floor(100 * Math.exp(growthPerMs * elapsedMs) + 1e-9)

/** First whole millisecond of flight with this multiplier. */
export const timeOf = (hundredths: number): number =>
  hundredths <= 100 ? 0 : Math.ceil(Math.log(hundredths / 100) / growthPerMs - 1e-6)

/** Payout of a stake at a multiplier, rounded down to a minor unit. */
export const payoutOf = (stakeMinor: bigint, hundredths: number): bigint => (stakeMinor * BigInt(hundredths)) / 100n
