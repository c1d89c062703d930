import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { reason } from './queue-shapes.ts'
import { amountReply, anyId, idOf, instant, success } from './shapes.ts'

/** Receipts of the public log (docs/concepts/receipts.md): anybody can check them without this server. */
export const receiptRefusals = {
  receipt_pending: { status: 409 },
  commitment_differs: { status: 409, sentence: 'This name has another commitment in the log.' },
} as const

/** Id of a posting; a path with other text is 404. */
export const postingId = z.string().check(z.regex(/^[1-9][0-9]{0,17}$/, fault('id_unknown')))

export const receiptReply = z.object({
  status: success,
  posting: postingId,
  /** Canonical text of the entry. */
  entry: z.string(),
  /** 32 bytes in base64, which keep the entry secret. */
  salt: z.string(),
  /** A file of c2sp.org/tlog-proof@v1. */
  proof: z.string(),
  /** The whole receipt as one text, for checkers. */
  receipt: z.string(),
})
export type ReceiptReply = z.output<typeof receiptReply>

export const postingReceipt = operation({
  name: 'postingReceipt',
  method: 'GET',
  path: '/player/receipts/:id',
  access: 'player',
  summary:
    'Receipt of one of the player’s postings, which proves that its entry is in the public log. Another player’s posting answers `not_found`.',
  params: z.object({ id: postingId }),
  reply: receiptReply,
  refusals: ['not_found', 'receipt_pending'],
})

export const receiptPage = operation({
  name: 'receiptPage',
  method: 'GET',
  path: '/player/receipts/:id/page',
  access: 'player',
  summary: 'Download the same receipt as a page that explains what it proves; checkers read it too.',
  params: z.object({ id: postingId }),
  reply: z.unknown(),
  file: 'text/html; charset=utf-8',
  refusals: ['not_found', 'receipt_pending'],
})

/** A posting of the player, with its position in the public log. */
export const movement = z.object({
  posting: postingId,
  reason: z.string(),
  at: instant,
  /** Changes of the four balances; unchanged ones are missing. */
  change: z.object({
    cash: z.optional(amountReply),
    bonus: z.optional(amountReply),
    hold: z.optional(amountReply),
    in_play: z.optional(amountReply),
  }),
  /** Position of its entry in the log, from 0; null for the few seconds until it is logged. */
  place: z.nullable(z.int()),
})
export type Movement = z.output<typeof movement>

export const receiptsOf = operation({
  name: 'receiptsOf',
  method: 'GET',
  path: '/player/receipts',
  access: 'player',
  summary:
    'Movements of money of one round, deposit, withdrawal or bonus of the player, in order, each with its receipt. Another player’s, or one that moved no money, answers `not_found`.',
  query: z.object({ of: anyId }),
  reply: z.object({ status: success, movements: z.array(movement) }),
  refusals: ['not_found'],
})

const committedName = z.string().check(z.regex(/^[\w.:-]{1,80}$/))

export const commitmentProof = operation({
  name: 'commitmentProof',
  method: 'GET',
  path: '/commitments/:provider/:game/:name',
  access: 'public',
  summary:
    'The proof of a game provider’s commitment and its place in the public log. Pages of any origin may read it.',
  params: z.object({ provider: committedName, game: committedName, name: committedName }),
  reply: z.unknown(),
  file: 'text/plain; charset=utf-8',
  refusals: ['not_found', 'receipt_pending'],
})

export const forgetReceipts = operation({
  name: 'forgetReceipts',
  method: 'POST',
  path: '/staff/players/:id/receipts/forget',
  access: 'staff',
  needs: ['players.forget'],
  summary:
    'Erase a player’s receipts for good: the salts of their entries, signed statements and shares of the liabilities. The public log stays complete, and files that the player has still verify.',
  params: z.object({ id: idOf('ply') }),
  body: z.object({ reason }),
  reply: z.object({ status: success, entries: z.number(), statements: z.number(), shares: z.number() }),
  refusals: ['not_found', 'receipt_pending'],
})

export const receiptOperations = [receiptsOf, postingReceipt, receiptPage, commitmentProof, forgetReceipts]
