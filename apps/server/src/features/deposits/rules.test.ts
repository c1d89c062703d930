import { describe, expect, it } from 'vitest'
import { keysOf } from '@dhow/contract/keys-of'
import { follows, normaliseReference, openStates } from './rules.ts'

describe('the states of a deposit', () => {
  it('are final when money is credited or none can arrive', () => {
    const ends = keysOf(follows).filter((state) => follows[state].length === 0)
    expect(ends).toEqual(['rejected', 'cancelled', 'expired', 'reversed'])
    expect(openStates.every((state) => follows[state].length > 0)).toBe(true)
  })
})

describe('a reference', () => {
  it.each([
    ['4321 8765 0987', '432187650987'],
    ['4321-8765-0987', '432187650987'],
    ['４３２１８７６５０９８７', '432187650987'],
    ['४३२१८७६५०९८७', '432187650987'],
    ['abcd\u200b12', 'ABCD12'],
    ['  hdfc/r5.2 ', 'HDFCR52'],
  ])('%s is %s', (text, normal) => expect(normaliseReference(text)).toBe(normal))
})
