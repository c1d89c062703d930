import { formTexts } from '@dhow/contract/player-texts-forms-af'
import { refusalTexts } from '@dhow/contract/player-texts-refusals-af'

/** Refusals and faults of forms, which the server sends by code, in Afrikaans: the contract's catalogue. */
export const words = { faultTexts: { ...formTexts, ...refusalTexts } }
