import * as z from './bounded.ts'
import { amountReply, currency, paymentStatus, playerText } from './shapes.ts'

/** Why a session ended: by its player, on this device or on all, by another device, with the password, by an operator, or with the account. */
export const signOutReason = z.enum([
  'signed_out',
  'everywhere',
  'device',
  'password_changed',
  'support',
  'inactive',
  'closing',
])
export type SignOutReason = z.output<typeof signOutReason>

/**
 * The portal's live stream: a WebSocket at `livePath`. The client's first message is `{"ticket": "…"}`, with the ticket of the `hello` before where
 * there was one, else of `liveTicket`; then the server sends numbered events. A number that skips means that something was missed: fetch the profile and the
 * open payments again. A `hello` in the midst of a stream follows such a number. It carries the number the stream stands at, and the balance as it is when the stream begins: a reader that
 * knows another one has missed something too. Where the balance is not in it, it could not be read.
 */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({
    seq: z.number(),
    type: z.literal('hello'),
    chips: z.optional(amountReply),
    held: z.optional(amountReply),
    bonus: z.optional(amountReply),
    /** Messages of the inbox that the player has not read. */
    unread: z.optional(z.number()),
    /** Opens the next stream after this one, once, as long as the session goes on. */
    ticket: z.optional(z.string()),
  }),
  z.object({
    seq: z.number(),
    type: z.literal('balance'),
    chips: amountReply,
    held: amountReply,
    bonus: z.optional(amountReply),
    currency,
  }),
  z.object({ seq: z.number(), type: z.literal('deposit'), id: z.string(), status: paymentStatus, text: playerText }),
  z.object({ seq: z.number(), type: z.literal('withdrawal'), id: z.string(), status: paymentStatus, text: playerText }),
  /** A message came into the inbox, or some were read: the unread count changed. */
  z.object({ seq: z.number(), type: z.literal('inbox'), unread: z.number() }),
  z.object({ seq: z.number(), type: z.literal('notice'), text: playerText }),
  z.object({ seq: z.number(), type: z.literal('signed_out'), reason: signOutReason }),
])
export type LiveEvent = z.output<typeof liveEvent>
