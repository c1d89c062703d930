import { expect, it } from 'vitest'
import { messageLanguages } from './message-texts.ts'
import { ussdTexts, type UssdTextCode } from './ussd-texts.ts'

const params = {
  ...{ portal: 'Dhow', cash: 'NAD 12345.00', bonus: 'NAD 100.00', held: 'NAD 2500.00', amount: 'NAD 12345.00' },
  ...{
    lines: '24/11 NAD 100.00\n23/11 NAD 50.00\n22/11 NAD 1.00',
    currency: 'NAD',
    days: '30',
    months: '60',
    until: '24/11/2026',
  },
}
const written = messageLanguages.flatMap((language) =>
  (Object.keys(ussdTexts[language]) as UssdTextCode[]).map((code) => {
    // Each text uses its own parameters out of all of them.
    const write = ussdTexts[language][code] as (all: typeof params) => string
    return { language, code, text: write(params) }
  }),
)

/** A USSD string has 182 characters of the GSM alphabet, or half as many others (3GPP TS 23.038). */
it.each(written)('$code in $language fits into one USSD string', ({ language, text }) => {
  expect(text).toMatch(language === 'hi' ? /\p{Script=Devanagari}|^24/u : /^[\n\x20-\x5F\x61-\x7A]+$/)
  expect(text.length).toBeLessThanOrEqual(language === 'hi' ? 91 : 182)
})
