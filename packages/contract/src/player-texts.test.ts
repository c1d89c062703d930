import { describe, expect, test } from 'vitest'
import { texts as af } from './player-texts-af.ts'
import { texts as en } from './player-texts-en.ts'
import { texts as hi } from './player-texts-hi.ts'
import type { PaymentTextParams } from './player-text-params.ts'
import { paymentTexts } from './player-texts-payments-en.ts'
import { renderPlayerText, textOf, type PlayerTextCode, type PlayerTexts, type TextsFor } from './player-texts.ts'

const write = { money: (amount: string, currency: string) => `${currency} ${amount}` }
const { gift_claimed: _, ...withoutOne } = en
const { deposit_credited: __, ...withoutStep } = paymentTexts

// The compiler has to refuse each of these; `tsc` fails where it does not.
export const refused = [
  // @ts-expect-error a language without one of the texts
  (): PlayerTexts => withoutOne,
  // @ts-expect-error a language without one of the steps of payments
  (): TextsFor<PaymentTextParams> => withoutStep,
  // @ts-expect-error a reason that the list has not
  () => textOf('deposit_rejected', { reason: 'bad_weather' }),
  // @ts-expect-error a text that reads a parameter which its code has not
  (): PlayerTexts => ({ ...en, help_answered: ({ amount }: { amount: string }) => amount }),
  // @ts-expect-error a code that is in no catalogue
  () => textOf('bonus_lost', {}),
  // @ts-expect-error a parameter of another name
  () => textOf('bonus_expired', { sum: '1.00', currency: 'NAD' }),
  // @ts-expect-error a parameter too few
  () => textOf('bonus_expired', { amount: '1.00' }),
]

const codes = Object.keys(en) as PlayerTextCode[]
const params = {
  ...{ amount: '7.00', declared: '8.00', currency: 'NAD', reference: 'REF1', digits: '1234', service: 'A-Pay' },
  ...{ status: 'Failed', text: 'as typed', reason: 'other', question: 'other' },
}
/** The parameters that a text shows, by what it writes where each is unlike every word. */
const shownIn = (texts: PlayerTexts, code: PlayerTextCode) =>
  Object.values(params).filter(
    (value) => value !== 'other' && renderPlayerText(texts, { code, params }, write)?.includes(value),
  )

describe('texts for players', () => {
  test.each([
    ['hi', hi],
    ['af', af],
  ])('%s shows the parameters that the English shows', (_language, texts) => {
    for (const code of codes) expect([code, shownIn(texts, code)]).toEqual([code, shownIn(en, code)])
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
    for (const code of codes.filter((each) => each !== 'text')) {
      const english = renderPlayerText(en, { code, params }, write)
      expect(renderPlayerText(hi, { code, params }, write)).not.toBe(english)
      expect(renderPlayerText(af, { code, params }, write)).not.toBe(english)
    }
  })
})
