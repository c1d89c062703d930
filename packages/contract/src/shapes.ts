import { keysOf } from './keys-of.ts'
import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { amountPattern, amountReplyPattern, currencies } from './money.ts'

/** The schemas that several features share. */

export const market = z.enum(['NA', 'IN'])
export type Market = z.output<typeof market>

export const currency = z.enum(keysOf(currencies))

/** An amount that a caller sends, as a decimal string. */
export const amount = z.string().check(z.regex(amountPattern, fault('number_invalid')))

/** An amount that the server sends: two decimals always. */
export const amountReply = z.string().check(z.regex(amountReplyPattern))

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

export const success = z.literal('success')

/**
 * An id of the given kinds, as the server makes it: `dep_01k2…`; what was seeded has a name behind its kind. A path with anything else
 * is not found, before anything is looked up.
 */
export const idOf = (...kinds: string[]) =>
  z.string().check(z.maxLength(60), z.regex(new RegExp(`^(?:${kinds.join('|')})_[a-z0-9_-]{1,56}$`), noSuchId))
const noSuchId = fault('id_unknown')
/** An id of any kind. */
export const anyId = idOf('[a-z]{2,4}')

/** Kind of a payout account. Fields by kind are checked in the server's rules: IFSC, VPA, branch code, wallet number. */
export const payoutKind = z.enum(['bank_in', 'upi', 'bank_na', 'wallet_na'])
export type PayoutKind = z.infer<typeof payoutKind>

/** Names in the languages other than English, of those that there are. */
export const otherNames = z.object({ hi: z.optional(z.string()), af: z.optional(z.string()) })
export type OtherNames = z.output<typeof otherNames>

/** A text for the player, which the reader's program renders by `renderPlayerText` of `player-texts.ts`. */
export const playerText = z.object({ code: z.string(), params: z.record(z.string(), z.string()) })

/** A text for an operator, which the console renders by `renderOperatorText` of `operator-texts.ts`. */
export const operatorText = z.object({ code: z.string(), params: z.record(z.string(), z.string()) })

/** A reply with only a sentence that confirms it. */
export const doneReply = z.object({ status: success, msg: z.string() })

/**
 * The error reply of every call: a stable code, and the texts for the reader, in English (`message`, `msg`, `errors`) and as codes of the
 * catalogues (`text`, `texts`), by which a page renders them in its reader's language. A text that an operator wrote has the code `text`.
 */
export const errorReply = z.object({
  status: z.literal('error'),
  status_code: z.number(),
  code: z.string(),
  msg: z.string(),
  message: z.string(),
  errors: z.nullable(z.record(z.string(), z.array(z.string()))),
  /** Missing where a refusal is for operators or programs alone. */
  text: z.optional(playerText),
  /** Further texts of `message`. */
  also: z.optional(z.array(playerText)),
  /** The texts of `errors`. */
  texts: z.optional(z.record(z.string(), z.array(playerText))),
  data: z.optional(z.record(z.string(), z.unknown())),
})
export type ErrorReply = z.output<typeof errorReply>

/** Query of a history list: a cursor from the reply before, a page size, and filters. */
export const historyQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  state: z.optional(z.string().check(z.maxLength(40))),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
})
export type HistoryQuery = z.output<typeof historyQuery>

export const totals = z.object({ in: amountReply, out: amountReply, net: amountReply })

/** The player-facing words for where a payment stands. */
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
