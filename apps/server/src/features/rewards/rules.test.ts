import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../platform/random.ts'
import { giftState, smallestShareMinor, splitPot } from './rules.ts'

describe('splitting a pot', () => {
  it('gives every claim at least the smallest share, adding up to the pot', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.bigInt(0n, 10n ** 12n), (claims, extraMinor) => {
        const potMinor = smallestShareMinor * BigInt(claims) + extraMinor
        const shares = splitPot(potMinor, claims, systemRandom())!
        expect(shares).toHaveLength(claims)
        expect(shares.every((share) => share >= smallestShareMinor)).toBe(true)
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(potMinor)
      }),
    )
  })

  it('refuses a pot with less than the smallest share per claim', () => {
    expect(splitPot(299n, 3, systemRandom())).toBeUndefined()
  })
})

describe('the state of an envelope', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const open = { stopped_at: null, expires_at: new Date('2026-11-22T10:00:00Z'), claims: 2 }

  it.each([
    ['open', open, 1],
    ['empty', open, 2],
    ['expired', { ...open, expires_at: now }, 1],
    ['stopped', { ...open, stopped_at: now }, 2],
  ] as const)('is %s', (state, envelope, claimed) => {
    expect(giftState(envelope, claimed, now)).toBe(state)
  })
})
