import { nameTexts } from '@dhow/contract/player-texts-names-hi'
import { noticeTexts } from '@dhow/contract/player-texts-notices-hi'
import { paymentTexts } from '@dhow/contract/player-texts-payments-hi'

/** Notices and steps of payments, which the server sends by code, in Hindi: the contract's catalogue. */
export const words = { texts: { ...noticeTexts, ...paymentTexts, ...nameTexts } }
