import { formTexts } from '@dhow/contract/player-texts-forms-hi'
import { refusalTexts } from '@dhow/contract/player-texts-refusals-hi'

/** Refusals and faults of forms, which the server sends by code, in Hindi: the contract's catalogue. */
export const words = { faultTexts: { ...formTexts, ...refusalTexts } }
