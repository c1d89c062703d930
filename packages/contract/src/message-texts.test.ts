import { describe, expect, it } from 'vitest'
import { messageLanguages, renderMessage, renderSms, smsKinds, type MessageKind } from './message-texts.ts'
import { messageReasons } from './message-reasons.ts'
import { messageSamples } from './message-samples.ts'

const samples = messageSamples
const kinds = Object.keys(samples('NAD')) as MessageKind[]
const how = { money: (amount: string, currency: string) => `${currency} ${amount}`, time: (instant: string) => instant }

/** GSM 03.38, the basic table. */
const gsm =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

const smsTexts = smsKinds.flatMap((kind) =>
  messageLanguages.flatMap((language) =>
    (['NAD', 'INR'] as const).map(
      (currency) =>
        [
          kind,
          language,
          currency,
          renderSms(kind, samples(currency)[kind], { language, portal: 'Dhow', timeZone: 'Africa/Windhoek' }),
        ] as const,
    ),
  ),
)

describe('text messages', () => {
  it.each(smsTexts)(
    '%s in %s with %s is short, and uses the GSM alphabet if possible',
    (_kind, language, _currency, text) => {
      const foreign = [...text].filter((letter) => !gsm.includes(letter))
      if (language !== 'hi') expect(foreign).toEqual([])
      expect(text.length).toBeLessThanOrEqual(language === 'hi' ? 134 : 160)
      expect(text).toMatch(/^Dhow: /)
      expect(text).not.toMatch(/https?:|www\.|\.\w{2,}\//)
    },
  )

  it('state a deadline in the market’s time zone', () => {
    const { deposit_question: params } = samples('INR')
    const text = renderSms('deposit_question', params, { language: 'en', portal: 'Dhow', timeZone: 'Asia/Kolkata' })
    expect(text).toBe(
      'Dhow: We have a question about your deposit of Rs 99,99,999.99. Please log in and answer by 24/11 18:00.',
    )
  })
})

describe('the inbox', () => {
  it.each(kinds)('renders %s with all its values in every language, differently', (kind) => {
    const params = samples('NAD')[kind] as unknown as Record<string, string>
    const texts = messageLanguages.map((language) => renderMessage({ kind, params }, language, how))
    // Limits have translated names.
    const values = { money: params['amount'] && 'NAD 9999999.99', time: params['until'], device: params['device'] }
    const addresses = { address: params['address'], before: params['before'] }
    for (const text of texts) {
      for (const value of Object.values({ ...values, ...addresses }))
        if (value !== undefined) expect(text?.text).toContain(value)
      expect(`${text?.title} ${text?.text}`).not.toMatch(/undefined|\{|\}|null/)
    }
    // The operator's own text is the same in all languages.
    expect(new Set(texts.map((text) => text?.title)).size).toBe(kind === 'campaign' ? 1 : 3)
  })

  it('is empty for an unknown kind of a newer server', () => {
    expect(renderMessage({ kind: 'unheard_of', params: {} }, 'en', how)).toBeUndefined()
  })

  it('falls back to the general reason for an unknown code', () => {
    const params = { amount: '1.00', currency: 'NAD', owed: '0.00', reason: 'limit_exceeded' }
    expect(renderMessage({ kind: 'deposit_reversed', params }, 'en', how)?.text).toContain(
      messageReasons.deposit_reversed.other.en,
    )
  })
})
