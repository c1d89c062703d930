import type { MessageLanguage } from '@dhow/contract/message-texts'
import { ussdTexts, type UssdTextCode, type UssdTextParams } from '@dhow/contract/ussd-texts'

/** Text of a screen with its parameters, in any language. */
export type Line = (language: MessageLanguage) => string

/** @example lineOf('redeemed', { amount: 'NAD 50.00' })('en') // 'Credited: NAD 50.00' */
export const lineOf =
  <Code extends UssdTextCode>(code: Code, params: UssdTextParams[Code]): Line =>
  (language) =>
    ussdTexts[language][code](params)
