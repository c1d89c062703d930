import { nameTexts } from '@dhow/contract/player-texts-names-af'
import { noticeTexts } from '@dhow/contract/player-texts-notices-af'
import { paymentTexts } from '@dhow/contract/player-texts-payments-af'

/** Notices and steps of payments, which the server sends by code, in Afrikaans: the contract's catalogue. */
export const words = { texts: { ...noticeTexts, ...paymentTexts, ...nameTexts } }
