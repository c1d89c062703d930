import { renderPlayerText, type PlayerText } from '@dhow/contract/player-texts'
import { texts as english } from '@dhow/contract/player-texts-en'
import { money } from './format.ts'

/** A text for a player as the player reads it in English; its code where the catalogue lacks it. */
export const say = (text: PlayerText, texts = english): string => renderPlayerText(texts, text, { money }) ?? text.code
