import { describe, expect, it } from 'vitest'
import { fakeClock, seededRandom } from '../../test/parts.ts'
import { smallestIdAt, makeIds } from './ids.ts'

const highest = {
  bytes: (count: number) => Buffer.from([...Array<number>(count - 3).fill(0), 30, 31, 31]),
  int: () => 0,
}

it('ids of one millisecond increment, with a carry, and sort in order of creation', () => {
  const id = makeIds(fakeClock(), highest)
  const made = [id('rnd'), id('rnd'), id('rnd')]
  expect(made.map((one) => one.slice(-16))).toEqual(['0000000000000yzz', '0000000000000z00', '0000000000000z01'])
  expect(made.toSorted()).toEqual(made)
})

describe('the first id of a moment', () => {
  it('sorts after the ids made before it, and before later ones', async () => {
    const clock = fakeClock()
    const id = makeIds(clock, seededRandom('ids'))
    const before = id('rnd')
    await clock.advance(1)
    const moment = clock.now()
    const after = [id('rnd'), id('rnd')]
    await clock.advance(86_400_000)
    after.push(id('rnd'))
    expect(before < smallestIdAt('rnd', moment)).toBe(true)
    for (const made of after) expect(smallestIdAt('rnd', moment) <= made).toBe(true)
  })
})
