import { describe, expect, it } from 'vitest'
import { pathOf } from '../app/paths.ts'
import { formatWait, fill } from './format.ts'

describe('a wait', () => {
  it.each([
    [0, '< 1 min'],
    [59, '< 1 min'],
    [60, '1 min'],
    [3_599, '59 min'],
    [3_900, '1 h 5 min'],
    [172_799, '47 h 59 min'],
    [172_800, '2 d'],
  ])('of %i s is formatted as %s', (seconds, text) => expect(formatWait(seconds)).toBe(text))
})

it('a sentence inserts its values and leaves a missing one empty', () =>
  expect(fill('{a} of {b}{c}', { a: 1, b: 'two' })).toBe('1 of two'))

describe('an id', () => {
  it.each([
    ['dep_01', '/deposits/dep_01'],
    ['wd_01', '/withdrawals/wd_01'],
    ['ply_01', '/players/ply_01'],
    ['dep_../x', '/deposits/dep_..%2Fx'],
    ['op_01', undefined],
    ['constructor_1', undefined],
    ['', undefined],
  ])('%o links to %o', (id, path) => expect(pathOf(id)).toBe(path))
})
