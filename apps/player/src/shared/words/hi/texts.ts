import { texts } from '@dhow/contract/player-texts-hi'

/** Texts that the server sends by code, in Hindi: the contract's catalogue. */
export const words = { texts }
