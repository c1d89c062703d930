import { texts } from '@dhow/contract/player-texts-af'

/** Texts that the server sends by code, in Afrikaans: the contract's catalogue. */
export const words = { texts }
