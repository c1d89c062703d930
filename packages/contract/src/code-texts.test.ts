import { describe, expect, it } from 'vitest'
import { codeTexts, renderCodeText, type CodeText, type CodeTextParams } from './code-texts.ts'
import { messageLanguages } from './message-texts.ts'

const { login: _, ...withoutOne } = codeTexts.hi
// Type errors expected by the compiler; `tsc` fails without them.
export const refused = [
  // @ts-expect-error a language without one of the texts
  (): (typeof codeTexts)['hi'] => withoutOne,
  // @ts-expect-error a withdrawal without where it goes
  (): CodeText => ({ kind: 'withdraw_to', params: { amount: '1.00', currency: 'NAD' } }),
]

const given = { code: '123456', portal: 'Dhow' }
const payout = { amount: '100000.00', currency: 'NAD', to: 'wallet', digits: '1234' } as const
const kinds = Object.keys(codeTexts.en) as (keyof CodeTextParams)[]
const textOf = (kind: keyof CodeTextParams, language: (typeof messageLanguages)[number]) =>
  renderCodeText({ kind, params: { ...payout, address: 'https://dhow.test/login' } } as CodeText, given, language)

describe('text messages of codes', () => {
  it.each(messageLanguages)('have different purposes in %s', (language) => {
    const texts = kinds.map((kind) => textOf(kind, language))
    expect(new Set(texts).size).toBe(kinds.length)
    for (const text of texts.filter((one) => one.startsWith('123456'))) expect(text).toContain('Dhow')
    expect(texts.filter((one) => one.startsWith('123456'))).toHaveLength(9)
  })

  it.each(messageLanguages)('stay short in %s', (language) => {
    // Leave room for the line by which browsers offer to fill in the code.
    for (const kind of kinds) expect([kind, textOf(kind, language).length]).toEqual([kind, expect.toBeOneOf(range)])
  })

  it('name the amount and the account of a withdrawal', () => {
    expect(textOf('withdraw_to', 'en')).toMatch(
      /^123456 is your Dhow code to withdraw N\$100,000\.00 to wallet \*\*1234\./,
    )
    expect(textOf('withdraw_to', 'hi')).toContain('N$100,000.00 वॉलेट **1234 में निकालने')
    expect(textOf('withdraw_to', 'af')).toContain('N$100,000.00 na beursie **1234 te onttrek')
  })
})

const range = Array.from({ length: 161 }, (_none, length) => length)
