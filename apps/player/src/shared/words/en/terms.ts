import { termTexts } from '@dhow/contract/player-texts-terms-en'

/** Terms of bonuses and how to pay, which the server sends by code, in English: the contract's catalogue. */
export const words = { termTexts }
