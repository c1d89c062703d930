import { texts } from '@dhow/contract/player-texts-en'

/** Texts that the server sends by code, in English: the contract's catalogue. */
export const words = { texts }
