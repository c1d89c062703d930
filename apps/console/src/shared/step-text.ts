import { operatorTexts } from '@dhow/contract/operator-texts'
import { renderPlayerText, type PlayerText } from '@dhow/contract/player-texts'
import { money } from './format.ts'

/** The sentence of a payment's step or reason for an operator; its code where the catalogue does not have it. */
export const stepText = (text: PlayerText): string => renderPlayerText(operatorTexts, text, { money }) ?? text.code
