import { keysOf } from './keys-of.ts'
import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { amountPattern, amountReplyPattern, currencies } from './money.ts'

/** Schemas shared by several features. */

export const market = z.enum(['NA', 'IN'])
export type Market = z.output<typeof market>

export const currency = z.enum(keysOf(currencies))

/** An amount that a caller sends, as a decimal string. */
export const amount = z.string().check(z.regex(amountPattern, fault('number_invalid')))

/** An amount sent by the server, always with two decimals. */
export const amountReply = z.string().check(z.regex(amountReplyPattern))

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

export const success = z.literal('success')

/**
 * An id of the given kinds, as the server makes it: `dep_01k2…`; seeded ones have a name after the prefix. A path with other text is a 404 without a
 * look-up.
 */
export const idOf = (...kinds: string[]) =>
  z.string().check(z.maxLength(60), z.regex(new RegExp(`^(?:${kinds.join('|')})_[a-z0-9_-]{1,56}$`), noSuchId))
const noSuchId = fault('id_unknown')
/** An id of any kind. */
export const anyId = idOf('[a-z]{2,4}')

/** Kind of a payout account. Fields by kind are checked in the server's rules: IFSC, VPA, branch code, wallet number. */
export const payoutKind = z.enum(['bank_in', 'upi', 'bank_na', 'wallet_na'])
export type PayoutKind = z.infer<typeof payoutKind>

/** Names in languages other than English, if any. */
export const otherNames = z.object({ hi: z.optional(z.string()), af: z.optional(z.string()) })
export type OtherNames = z.output<typeof otherNames>

/** A text for players, rendered by `renderPlayerText` of `player-texts.ts`. */
export const playerText = z.object({ code: z.string(), params: z.record(z.string(), z.string()) })

/** A text for operators, rendered by `renderOperatorText` of `operator-texts.ts`. */
export const operatorText = z.object({ code: z.string(), params: z.record(z.string(), z.string()) })

/** A reply with only a confirming sentence. */
export const doneReply = z.object({ status: success, msg: z.string() })

/**
 * Error reply of every call: a stable code, and texts in English (`message`, `msg`, `errors`) and as catalogue codes (`text`, `texts`), from which a
 * page renders its own language. A text written by an operator has the code `text`.
 */
export const errorReply = z.object({
  status: z.literal('error'),
  status_code: z.number(),
  code: z.string(),
  msg: z.string(),
  message: z.string(),
  errors: z.nullable(z.record(z.string(), z.array(z.string()))),
  /** Missing if only for operators or programs. */
  text: z.optional(playerText),
  /** Further texts of `message`. */
  also: z.optional(z.array(playerText)),
  /** The texts of `errors`. */
  texts: z.optional(z.record(z.string(), z.array(playerText))),
  data: z.optional(z.record(z.string(), z.unknown())),
})
export type ErrorReply = z.output<typeof errorReply>

/** Query of a history: cursor of the previous reply, page size, filters. */
export const historyQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  state: z.optional(z.string().check(z.maxLength(40))),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
})
export type HistoryQuery = z.output<typeof historyQuery>

export const totals = z.object({ in: amountReply, out: amountReply, net: amountReply })

/** States of a payment for players. */
export const paymentStatus = z.enum([
  'pending',
  'processing',
  'completed',
  'rejected',
  'expired',
  'reversed',
  'cancelled',
])
export type PaymentStatus = z.output<typeof paymentStatus>

/** One step of a payment's timeline. */
export const timelineStep = z.object({ at: instant, state: z.string(), text: playerText })
