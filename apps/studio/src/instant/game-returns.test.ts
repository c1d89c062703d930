import { describe, expect, test } from 'vitest'
import { diceMarks, diceMultiplier, diceWins } from './games/dice.ts'
import { gameOf } from './games.ts'
import { hiloWins, isRight } from './games/hilo.ts'
import { kenoTable } from './games/keno.ts'
import { limboTargets } from './games/limbo.ts'
import { minesMultiplier, minesNext } from './games/mines.ts'
import { plinkoBuckets, plinkoRows } from './games/plinko.ts'
import { wheelSegments, wheelSizes } from './games/wheel.ts'
import { largestMultiplier, one, risks } from './rules.ts'

/** Per cent with four decimals, from a sum over equally likely outcomes. */
const percent = (sum: bigint, chances: bigint): number =>
  Number((sum * 100n * 10_000n) / (chances * BigInt(one))) / 10_000
const choose = (n: number, k: number): bigint => {
  if (k < 0 || k > n) return 0n
  let ways = 1n
  for (let step = 0; step < k; step++) ways = (ways * BigInt(n - step)) / BigInt(step + 1)
  return ways
}

describe('return to the player, exactly', () => {
  test('dice: every target on either side returns 98.9 to 99 per cent', () => {
    for (const side of ['over', 'under'] as const) {
      const { min, max } = diceMarks(side)
      for (let mark = min; mark <= max; mark++) {
        const options = { side, mark }
        const back = percent(BigInt(diceWins(options)) * BigInt(diceMultiplier(options)), 10_001n)
        expect(back).toBeLessThanOrEqual(99)
        expect(back).toBeGreaterThan(98.99)
      }
    }
  })
  test('limbo: every target returns 99 per cent', () => {
    for (let target = limboTargets.min; target <= limboTargets.max; target += target < 2000 ? 1 : 997) {
      // A round wins where floor(99 * 2^32 / n) reaches the target; a draw of 0 counts as 1.
      const wins = (99n << 32n) / BigInt(target) + 1n
      expect(percent(wins * BigInt(target * 100), 1n << 32n)).toBeCloseTo(99, 2)
    }
  })
  test('mines: stopping after any pearl returns 99 per cent, minus rounding to a ten-thousandth', () => {
    for (let mines = 1; mines <= 24; mines++) {
      for (let opened = 1; minesNext(mines, opened - 1) > 0; opened++) {
        const back = percent(choose(25 - mines, opened) * BigInt(minesMultiplier(mines, opened)), choose(25, opened))
        expect(back).toBeLessThanOrEqual(99)
        expect(back).toBeGreaterThan(98.99)
        expect(minesMultiplier(mines, opened)).toBeLessThanOrEqual(largestMultiplier)
      }
    }
  })
  test('plinko: each paytable adds up to at least the catalogue’s RTP, and at most 99 per cent', () => {
    for (const risk of risks) {
      for (const rows of plinkoRows) {
        const buckets = plinkoBuckets({ risk, rows })
        const sum = buckets.reduce((total, times, bucket) => total + choose(rows, bucket) * BigInt(times), 0n)
        const back = percent(sum, 1n << BigInt(rows))
        expect(back).toBeLessThanOrEqual(99)
        expect(back).toBeGreaterThanOrEqual(Number(gameOf('plinko')?.rtp))
        expect(buckets).toEqual([...buckets].reverse())
        expect(Math.max(...buckets)).toBeLessThanOrEqual(largestMultiplier)
      }
    }
  })
  test('wheel: the segments of every wheel add up to exactly 99 per cent', () => {
    for (const risk of risks) {
      for (const segments of wheelSizes) {
        const sum = wheelSegments({ risk, segments }).reduce((total, times) => total + BigInt(times), 0n)
        expect(percent(sum, BigInt(segments))).toBe(99)
      }
    }
  })
  test('keno: each row adds up to at least the catalogue’s RTP, and at most 99 per cent', () => {
    for (const risk of risks) {
      for (let marked = 1; marked <= 10; marked++) {
        const table = kenoTable(risk, marked)
        expect(table.length).toBe(marked + 1)
        const ways = (hits: number) => choose(10, hits) * choose(30, marked - hits)
        const sum = table.reduce((total, times, hits) => total + ways(hits) * BigInt(times), 0n)
        const back = percent(sum, choose(40, marked))
        expect(back).toBeLessThanOrEqual(99)
        expect(back).toBeGreaterThanOrEqual(Number(gameOf('keno')?.rtp))
        expect(Math.max(...table)).toBeLessThanOrEqual(largestMultiplier)
        expect(table).toEqual([...table].sort((a, b) => a - b))
      }
    }
  })
  test('hi-lo: each guess wins for as many of the thirteen ranks as its odds state', () => {
    for (let rank = 0; rank < 13; rank++) {
      for (const guess of ['higher', 'lower', 'same'] as const) {
        const ways = hiloWins(rank, guess)
        if (ways === 0) continue
        const right = Array.from({ length: 13 }, (_, next) => next).filter((next) => isRight(rank, next, guess))
        expect(right.length).toBe(ways)
        expect(ways).toBeLessThan(13)
      }
    }
  })
})
