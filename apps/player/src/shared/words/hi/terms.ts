import { termTexts } from '@dhow/contract/player-texts-terms-hi'

/** Terms of bonuses and how to pay, which the server sends by code, in Hindi: the contract's catalogue. */
export const words = { termTexts }
