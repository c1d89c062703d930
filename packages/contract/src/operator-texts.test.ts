import { describe, expect, it } from 'vitest'
import { operatorPaymentTexts } from './operator-texts-payments.ts'
import { paymentTexts } from './player-texts-payments-en.ts'
import { renderPlayerText, type PlayerTextCode } from './player-texts.ts'

const money = (amount: string, currency: string) => `${currency} ${amount}`
const write = { money, limit: money }
const params = {
  ...{ amount: '7.00', declared: '8.00', currency: 'NAD', reference: 'REF1', digits: '1234', service: 'A-Pay' },
  ...{ status: 'Failed', text: 'as typed', reason: 'other', question: 'other' },
}
const codes = Object.keys(paymentTexts) as PlayerTextCode[]
const written = (texts: typeof paymentTexts, code: PlayerTextCode) =>
  renderPlayerText(texts, { code, params }, write) ?? ''
/** A text without what it quotes from the player's side. */
const unquoted = (text: string) => text.replaceAll(/“[^”]*”/g, '')

describe('texts for operators', () => {
  it.each(codes)('%s does not speak to the player', (code) => {
    expect(unquoted(written(operatorPaymentTexts, code))).not.toMatch(/\b(you|your|we|our|us)\b/i)
  })

  it.each(codes)('%s shows the values that the player’s text shows', (code) => {
    const shownIn = (texts: typeof paymentTexts) =>
      Object.values(params).filter((value) => value !== 'other' && written(texts, code).includes(value))
    expect(shownIn(operatorPaymentTexts)).toEqual(shownIn(paymentTexts))
  })
})
