import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { anyId, instant, success } from './shapes.ts'

/** Receipts of the public log (docs/concepts/receipts.md): anybody can check them without this server. */
export const receiptRefusals = {
  receipt_pending: { status: 409 },
} as const

/** Id of a posting. A path with anything else is not found. */
const postingId = z.string().check(z.regex(/^[1-9][0-9]{0,17}$/, fault('id_unknown')))

export const receiptReply = z.object({
  status: success,
  posting: postingId,
  /** Canonical text of the entry. */
  entry: z.string(),
  /** 32 bytes in base64, which hide the entry from others. */
  salt: z.string(),
  /** A file of c2sp.org/tlog-proof@v1. */
  proof: z.string(),
  /** All of it as one text, which checkers read. */
  receipt: z.string(),
})
export type ReceiptReply = z.output<typeof receiptReply>

export const postingReceipt = operation({
  name: 'postingReceipt',
  method: 'GET',
  path: '/player/receipts/:id',
  access: 'player',
  summary:
    'Receipt of one of the player’s own postings, which proves that its entry is in the public log. Somebody else’s posting is not found, as one that does not exist.',
  params: z.object({ id: postingId }),
  reply: receiptReply,
  refusals: ['not_found', 'receipt_pending'],
})

export const receiptPage = operation({
  name: 'receiptPage',
  method: 'GET',
  path: '/player/receipts/:id/page',
  access: 'player',
  summary: 'The same receipt as a page to keep, which says what it proves; checkers read it too.',
  params: z.object({ id: postingId }),
  reply: z.unknown(),
  file: 'text/html; charset=utf-8',
  refusals: ['not_found', 'receipt_pending'],
})

export const paymentPostings = operation({
  name: 'paymentPostings',
  method: 'GET',
  path: '/player/payments/:id/postings',
  access: 'player',
  summary: 'Postings of a manual deposit or a withdrawal of the player, in their order. Not found before money moved.',
  params: z.object({ id: anyId }),
  reply: z.object({
    status: success,
    postings: z.array(z.object({ posting: postingId, reason: z.string(), at: instant })),
  }),
  refusals: ['not_found'],
})

export const receiptOperations = [postingReceipt, receiptPage, paymentPostings]
