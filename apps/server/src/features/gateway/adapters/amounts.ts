/**
 * A provider's integer as minor units: `perMinor` of its units make one. What is no whole number of minor units, is negative or too large
 * to be exact is refused, and nothing is ever rounded.
 */
export function minorOf(sent: unknown, perMinor: bigint): bigint | undefined {
  if (typeof sent !== 'number' || !Number.isSafeInteger(sent) || sent < 0) return undefined
  const units = BigInt(sent)
  if (units % perMinor !== 0n) return undefined
  const minor = units / perMinor
  return minor <= atMost ? minor : undefined
}

const atMost = 100_000_000_000n

/** Minor units as the provider counts; exact as long as the ledger's upper bound of a balance holds. */
export const unitsOf = (minor: bigint, perMinor: bigint): number => Number(minor * perMinor)
