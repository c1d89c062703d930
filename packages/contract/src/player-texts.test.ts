import { describe, expect, test } from 'vitest'
import { texts as af } from './player-texts-af.ts'
import { texts as en } from './player-texts-en.ts'
import { texts as hi } from './player-texts-hi.ts'
import { renderPlayerText, textOf, type PlayerTexts } from './player-texts.ts'

const write = { money: (amount: string, currency: string) => `${currency} ${amount}` }
const { gift_claimed: _, ...withoutOne } = en

// The compiler has to refuse each of these; `tsc` fails where it does not.
export const refused = [
  // @ts-expect-error a language without one of the texts
  (): PlayerTexts => withoutOne,
  // @ts-expect-error a text that reads a parameter which its code has not
  (): PlayerTexts => ({ ...en, help_answered: ({ amount }: { amount: string }) => amount }),
  // @ts-expect-error a code that is in no catalogue
  () => textOf('bonus_lost', {}),
  // @ts-expect-error a parameter of another name
  () => textOf('bonus_expired', { sum: '1.00', currency: 'NAD' }),
  // @ts-expect-error a parameter too few
  () => textOf('bonus_expired', { amount: '1.00' }),
]

describe('short texts for players', () => {
  test.each([
    ['en', en],
    ['hi', hi],
    ['af', af],
  ])('%s writes the amount of every text that has one', (_language, texts) => {
    for (const code of Object.keys(en).filter((name) => /^(bonus|reward|referral)/.test(name)))
      expect(renderPlayerText(texts, { code, params: { amount: '7.00', currency: 'NAD' } }, write)).toContain(
        'NAD 7.00',
      )
  })

  test('a wording that changes in the catalogue changes what was sent before', () => {
    const sent = textOf('bonus_expired', { amount: '7.00', currency: 'NAD' })
    expect(renderPlayerText(en, sent, write)).toBe('Your bonus of NAD 7.00 has expired.')
    const changed: PlayerTexts = { ...en, bonus_expired: ({ amount }) => `Gone: ${amount}` }
    expect(renderPlayerText(changed, sent, write)).toBe('Gone: 7.00')
  })

  test('a code of a newer server is no text', () => {
    expect(renderPlayerText(en, { code: 'constructor', params: {} }, write)).toBeUndefined()
  })

  test('no language repeats the English', () => {
    for (const code of Object.keys(en) as (keyof PlayerTexts)[]) {
      const params = { amount: '7.00', currency: 'NAD' }
      const english = renderPlayerText(en, { code, params }, write)
      expect(renderPlayerText(hi, { code, params }, write)).not.toBe(english)
      expect(renderPlayerText(af, { code, params }, write)).not.toBe(english)
    }
  })
})
