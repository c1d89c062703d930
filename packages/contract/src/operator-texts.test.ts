import { describe, expect, it } from 'vitest'
import { checkTitles } from './check-titles.ts'
import { operatorPaymentTexts } from './operator-texts-payments.ts'
import { operatorText, renderOperatorText } from './operator-texts.ts'
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
/** A text without quotes of the player's texts. */
const unquoted = (text: string) => text.replaceAll(/“[^”]*”/g, '')

describe('texts for operators', () => {
  it.each(codes)('%s does not address the player', (code) => {
    expect(unquoted(written(operatorPaymentTexts, code))).not.toMatch(/\b(you|your|we|our|us)\b/i)
  })

  it.each(codes)('%s shows the values of the player’s text', (code) => {
    const shownIn = (texts: typeof paymentTexts) =>
      Object.values(params).filter((value) => value !== 'other' && written(texts, code).includes(value))
    expect(shownIn(operatorPaymentTexts)).toEqual(shownIn(paymentTexts))
  })
})

describe('rows of the health page', () => {
  it.each([
    ['0', '1 waiting, the oldest for less than a minute.'],
    ['59', '1 waiting, the oldest for 59 min.'],
    ['60', '1 waiting, the oldest for 1 h 0 min.'],
    ['2880', '1 waiting, the oldest for 2 days.'],
  ])('describe a wait of %s minutes as “%s”', (minutes, sentence) => {
    expect(renderOperatorText(operatorText('health_queue', { count: '1', minutes }), write)).toBe(sentence)
  })

  it('name a witness’s error before its progress', () => {
    const text = { minutes: '', size: '3', log_size: '7' }
    const render = (fault: '' | 'log') => renderOperatorText(operatorText('health_witness', { ...text, fault }), write)
    expect(render('')).toBe('Nothing cosigned yet: 3 of 7 entries.')
    expect(render('log')).toBe('It does not know the log (404). Nothing cosigned yet: 3 of 7 entries.')
  })
})

it('an alarm of the books has the titles of the broken checks, also an older one that contains them', () => {
  const render = (checks: string) => renderOperatorText(operatorText('alarm_books', { checks }), write)
  expect(render('sums (2); rollup (1)')).toBe(
    `The books are broken: ${checkTitles.sums} (2); ${checkTitles.rollup} (1)`,
  )
  expect(render('Debits and credits are equal (2)')).toBe('The books are broken: Debits and credits are equal (2)')
})
