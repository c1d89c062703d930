import type { Random } from '../../platform/random.ts'

/** Smallest share of a split pot: one whole unit of the currency. */
export const smallestShareMinor = 100n

/**
 * Splits a pot at random over the claims: each share is at least the smallest, and all add up to the pot. Cuts are
 * chosen over the pot's whole length, so that early claims are not favoured.
 */
export function splitPot(potMinor: bigint, claims: number, random: Random): bigint[] | undefined {
  const freeMinor = potMinor - smallestShareMinor * BigInt(claims)
  if (freeMinor < 0n) return undefined
  const cuts = Array.from({ length: claims - 1 }, () => drawUpTo(freeMinor, random)).sort((a, b) =>
    a < b ? -1 : a > b ? 1 : 0,
  )
  let edgeMinor = 0n
  return [...cuts, freeMinor].map((cutMinor) => {
    const shareMinor = smallestShareMinor + cutMinor - edgeMinor
    edgeMinor = cutMinor
    return shareMinor
  })
}

/**
 * A uniformly distributed integer from 0 up to and including `limit`: values past the last full multiple are drawn
 * again.
 */
function drawUpTo(limit: bigint, random: Random): bigint {
  const span = limit + 1n
  const space = 1n << 64n
  const fair = space - (space % span)
  for (;;) {
    const number = random.bytes(8).readBigUInt64BE()
    if (number < fair) return number % span
  }
}

/** State of an envelope, for operators. */
export function giftState(
  envelope: { stopped_at: Date | null; expires_at: Date; claims: number },
  claimed: number,
  now: Date,
): 'open' | 'empty' | 'expired' | 'stopped' {
  if (envelope.stopped_at) return 'stopped'
  if (claimed >= envelope.claims) return 'empty'
  return envelope.expires_at <= now ? 'expired' : 'open'
}
