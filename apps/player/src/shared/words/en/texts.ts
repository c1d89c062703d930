import { nameTexts } from '@dhow/contract/player-texts-names-en'
import { noticeTexts } from '@dhow/contract/player-texts-notices-en'
import { paymentTexts } from '@dhow/contract/player-texts-payments-en'

/** Notices and steps of payments, which the server sends by code, in English: the contract's catalogue. */
export const words = { texts: { ...noticeTexts, ...paymentTexts, ...nameTexts } }
