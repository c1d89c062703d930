import { termTexts } from '@dhow/contract/player-texts-terms-af'

/** Terms of bonuses and how to pay, which the server sends by code, in Afrikaans: the contract's catalogue. */
export const words = { termTexts }
