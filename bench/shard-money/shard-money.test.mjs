import { expect, it } from 'vitest'
import { explore } from './explore.mjs'
import { mistakes } from './mistakes.mjs'

const seed = 7

it('a thousand schedules of crashes, repetitions and moves of slots lose and double nothing', () => {
  const { ran, faults, minorOff, seen } = explore({ count: 1_000, seed })
  expect([ran, faults, minorOff]).toEqual([1_000, [], 0])
  // Every kind of event happened.
  for (const [name, count] of Object.entries(seen)) expect([name, count > 200]).toEqual([name, true])
})

it.each(mistakes)('an injected bug is found: %s', (mistake) => {
  expect(explore({ count: 3_000, seed, mistake }).faults).not.toEqual([])
})
