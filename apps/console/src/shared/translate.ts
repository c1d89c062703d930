import { formatLimit } from '@dhow/contract/money'
import { renderOperatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { renderPlayerText, type PlayerText, type TextWriter } from '@dhow/contract/player-texts'
import { termTexts } from '@dhow/contract/player-texts-terms-en'
import { money } from './format.ts'

const writer: TextWriter = { money, limit: formatLimit }

/** The sentence of a text for an operator, or of a payment's step or reason; its code where the catalogue does not have it. */
export const translate = (text: OperatorText): string => renderOperatorText(text, writer) ?? text.code

/** Terms of a bonus and descriptions of methods, as players read them in English. */
export const termText = (text: PlayerText): string => renderPlayerText(termTexts, text, writer) ?? text.code
