import { describe, expect, it } from 'vitest'
import { namesMatch } from './risks.ts'

describe('two spellings of a name', () => {
  it.each([
    ['NANGOLO, Ester T.', 'Ester Nangolo', true],
    ['EFT MRS ESTHER SHIKONGO BRANCH', 'Esther Shikongo', true],
    ['José Ángel', 'Jose Angel', true],
    ['Ester Nangolo', 'Ester Shikongo', false],
    ['E N', 'Ester Nangolo', false],
    ['', 'Ester Nangolo', false],
    ['Ester', 'Ester Nangolo', false],
  ])('%s and %s: %s', (one, other, same) => expect(namesMatch(one, other)).toBe(same))
})
