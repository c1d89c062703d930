import { formTexts } from '@dhow/contract/player-texts-forms-en'
import { refusalTexts } from '@dhow/contract/player-texts-refusals-en'

/** Refusals and faults of forms, which the server sends by code, in English: the contract's catalogue. */
export const words = { faultTexts: { ...formTexts, ...refusalTexts } }
