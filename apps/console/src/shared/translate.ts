import { formatLimit } from '@dhow/contract/money'
import { renderOperatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { renderPlayerText, type PlayerText, type TextWriter } from '@dhow/contract/player-texts'
import { nameTexts } from '@dhow/contract/player-texts-names-en'
import { termTexts } from '@dhow/contract/player-texts-terms-en'
import { formatMoney } from './format.ts'

const writer: TextWriter = { money: formatMoney, limit: formatLimit }

/** Translates a text for operators, or a payment's step or reason; an unknown one becomes its code. */
export const translate = (text: OperatorText): string => renderOperatorText(text, writer) ?? text.code

const terms = { ...termTexts, ...nameTexts }

/** Translates terms of bonuses, descriptions of methods and labels of payment details, as players see them in English. */
export const termText = (text: PlayerText): string => renderPlayerText(terms, text, writer) ?? text.code
