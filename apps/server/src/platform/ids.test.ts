import { describe, expect, it } from 'vitest'
import { fakeClock, seededRandom } from '../../test/parts.ts'
import { firstIdAt, makeIds } from './ids.ts'

describe('the first id of a moment', () => {
  it('sorts before the ids made from then on, and after the ones made before', async () => {
    const clock = fakeClock()
    const id = makeIds(clock, seededRandom('ids'))
    const before = id('rnd')
    await clock.advance(1)
    const moment = clock.now()
    const after = [id('rnd'), id('rnd')]
    await clock.advance(86_400_000)
    after.push(id('rnd'))
    expect(before < firstIdAt('rnd', moment)).toBe(true)
    for (const made of after) expect(firstIdAt('rnd', moment) <= made).toBe(true)
  })
})
