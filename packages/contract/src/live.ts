import * as z from './bounded.ts'
import { amountReply, currency, paymentStatus, playerText } from './shapes.ts'

/** Why a session ended: by the player on this device, all devices or another one, a password change, an operator, or the closed account. */
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
 * The portal's live stream: a WebSocket at `livePath`. The client's first message is `{"ticket": "…"}`, with the ticket of the last `hello` or of
 * `liveTicket`; then the server sends numbered events. A skipped number means that something was missed: refetch the profile and the open payments. A
 * `hello` in mid-stream follows such a gap. It has the stream's current number and the balance at the start of the stream: a client with another
 * balance has also missed something. Without a balance, reading it failed.
 */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({
    seq: z.number(),
    type: z.literal('hello'),
    chips: z.optional(amountReply),
    held: z.optional(amountReply),
    bonus: z.optional(amountReply),
    /** Unread messages in the inbox. */
    unread: z.optional(z.number()),
    /** One-time ticket for the next stream, valid during the session. */
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
  /** The unread count changed by a new or a read message. */
  z.object({ seq: z.number(), type: z.literal('inbox'), unread: z.number() }),
  z.object({ seq: z.number(), type: z.literal('notice'), text: playerText }),
  z.object({ seq: z.number(), type: z.literal('signed_out'), reason: signOutReason }),
])
export type LiveEvent = z.output<typeof liveEvent>
