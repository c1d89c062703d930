import { formatLimit } from '@dhow/contract/money'
import { renderOperatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { renderPlayerText, type PlayerText, type TextWriter } from '@dhow/contract/player-texts'
import { nameTexts } from '@dhow/contract/player-texts-names-en'
import { termTexts } from '@dhow/contract/player-texts-terms-en'
import { money } from './format.ts'

const writer: TextWriter = { money, limit: formatLimit }

/** The sentence of a text for an operator, or of a payment's step or reason; its code where the catalogue does not have it. */
export const translate = (text: OperatorText): string => renderOperatorText(text, writer) ?? text.code

const terms = { ...termTexts, ...nameTexts }

/** Terms of a bonus, descriptions of methods and labels of payment details, as players read them in English. */
export const termText = (text: PlayerText): string => renderPlayerText(terms, text, writer) ?? text.code
