import { wavesPerThird, type Line } from './lines.ts'

const signs = 24
/** A sign is uncertain if its wave is weak: a search tries the weakest ones both ways, up to three at once. */
const doubtful = { signs: 6, atOnce: 3 }

/** Three ways to summarise a line in 24 signs; if a copy has lost one of them, another has usually survived. */
const ways: readonly ((wave: (third: number, wave: number) => number, index: number) => number)[] = [
  (of, index) => of(Math.floor(index / 8), index % 8),
  (of, index) => (index < 12 ? of(0, index) + of(1, index) + of(2, index) : of(0, index - 12) - of(2, index - 12)),
  (of, index) =>
    index < 12
      ? of(0, index) + of(1, index) + of(2, index)
      : 2 * of(1, index - 12) - of(0, index - 12) - of(2, index - 12),
]

/** Keys under which a line is stored, one for each way: integers of 26 bits. */
export const keysOf = (line: Line): number[] => ways.map((_, way) => computeSigns(line, way).key)

/**
 * Keys under which a copy of a line may be stored, its own first: for each way the key with up to three weak signs
 * flipped.
 */
export function searchKeysOf(line: Line): { key: number; others: number[] }[] {
  return ways.map((_, way) => {
    const { key, weakest } = computeSigns(line, way)
    return { key, others: turned(weakest).map((mask) => key ^ mask) }
  })
}

function computeSigns({ waves }: Line, way: number): { key: number; weakest: number[] } {
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

/** All combinations of one to three of these bits, as masks. */
function turned(bits: readonly number[]): number[] {
  const masks: number[] = []
  for (let choice = 1; choice < 1 << bits.length; choice++) {
    const chosen = bits.filter((_, index) => choice & (1 << index))
    if (chosen.length <= doubtful.atOnce) masks.push(chosen.reduce((mask, bit) => mask | bit, 0))
  }
  return masks
}
