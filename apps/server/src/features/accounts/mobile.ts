import { parsePhoneNumberWithError, type CountryCode } from 'libphonenumber-js/max'
import type { Market } from '@dhow/contract/shapes'

/** Mobile prefixes by market, on the national number. Namibia's 083 is VOIP and receives no codes. */
const mobilePattern: Record<Market, RegExp> = { NA: /^(60|8[1245])\d{7}$/, IN: /^[6-9]\d{9}$/ }

/** Normalises a typed number to E.164; undefined if it is no mobile number of the market. */
export function normalMobile(text: string, market: Market): string | undefined {
  try {
    const number = parsePhoneNumberWithError(text, market satisfies CountryCode)
    return number.country === market && mobilePattern[market].test(number.nationalNumber) ? number.number : undefined
  } catch {
    // The library could not parse it: no number.
    return undefined
  }
}

/** Market of a number by its calling code. */
export function marketOf(text: string): Market | undefined {
  const digits = text.replace(/[^\d+]/g, '')
  if (digits.startsWith('+264') || digits.startsWith('00264')) return 'NA'
  if (digits.startsWith('+91') || digits.startsWith('0091')) return 'IN'
  return undefined
}

/** A number as shown to others: the first four and the last three digits. */
export const maskedMobile = (mobile: string): string => `${mobile.slice(0, 4)}••••${mobile.slice(-3)}`
