/**
 * Converts a provider's integer to minor units: `perMinor` of its units make one. Fractions of a minor unit, negative
 * and inexactly large numbers are refused; nothing is rounded.
 */
export function parseMinor(sent: unknown, perMinor: bigint): bigint | undefined {
  if (typeof sent !== 'number' || !Number.isSafeInteger(sent) || sent < 0) return undefined
  const units = BigInt(sent)
  if (units % perMinor !== 0n) return undefined
  const minor = units / perMinor
  return minor <= atMost ? minor : undefined
}

const atMost = 100_000_000_000n

/** Converts minor units to the provider's; exact up to the ledger's largest balance. */
export const unitsOf = (minor: bigint, perMinor: bigint): number => Number(minor * perMinor)
