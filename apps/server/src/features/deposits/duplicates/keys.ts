import { wavesPerThird, type Line } from './lines.ts'

const signs = 24
/** A sign is in doubt where its wave is weak: a search tries the weakest ones both ways, so many of them at once. */
const doubtful = { signs: 6, atOnce: 3 }

/** Three ways to sum up a line in 24 signs; where a copy has lost one of them, another has usually lasted. */
const ways: readonly ((wave: (third: number, wave: number) => number, index: number) => number)[] = [
  (of, index) => of(Math.floor(index / 8), index % 8),
  (of, index) => (index < 12 ? of(0, index) + of(1, index) + of(2, index) : of(0, index - 12) - of(2, index - 12)),
  (of, index) =>
    index < 12
      ? of(0, index) + of(1, index) + of(2, index)
      : 2 * of(1, index - 12) - of(0, index - 12) - of(2, index - 12),
]

/** The keys under which a line is stored, one for each way: integers of 26 bits. */
export const keysOf = (line: Line): number[] => ways.map((_, way) => signsOf(line, way).key)

/** The keys that a copy of a line may be stored under, its own first: for each way the same one with up to three weak signs turned. */
export function searchKeysOf(line: Line): { key: number; others: number[] }[] {
  return ways.map((_, way) => {
    const { key, weakest } = signsOf(line, way)
    return { key, others: turned(weakest).map((mask) => key ^ mask) }
  })
}

function signsOf({ waves }: Line, way: number): { key: number; weakest: number[] } {
  const values = Array.from(
    { length: signs },
    (_, index) => ways[way]?.((third, wave) => waves[third * wavesPerThird + wave] ?? 0, index) ?? 0,
  )
  let key = way
  for (const value of values) key = key * 2 + (value > 0 ? 1 : 0)
  const bits = values.map((value, index) => ({ bit: 1 << (signs - 1 - index), strength: Math.abs(value) }))
  bits.sort((a, b) => a.strength - b.strength)
  return { key, weakest: bits.slice(0, doubtful.signs).map(({ bit }) => bit) }
}

/** Every choice of one to three of these bits, as a mask. */
function turned(bits: readonly number[]): number[] {
  const masks: number[] = []
  for (let choice = 1; choice < 1 << bits.length; choice++) {
    const chosen = bits.filter((_, index) => choice & (1 << index))
    if (chosen.length <= doubtful.atOnce) masks.push(chosen.reduce((mask, bit) => mask | bit, 0))
  }
  return masks
}
