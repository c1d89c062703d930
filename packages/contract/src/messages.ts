import * as z from './bounded.ts'
import { contentLanguage } from './content.ts'
import { deliveryChannels } from './deliveries.ts'
import { operation } from './operation.ts'
import { anyId, idOf, instant, success } from './shapes.ts'

/** Messages to a player about their money, for the portal's inbox and the console. Texts are in `message-texts.ts`. */

export const messageRefusals = {
  message_not_failed: { status: 409, sentence: 'This text message has not failed, so it is not sent again.' },
} as const

/** Why a text message did not reach its player. */
export const smsFailures = ['refused', 'expired', 'undelivered', 'unknown_number', 'unreachable', 'blocked'] as const
export type SmsFailure = (typeof smsFailures)[number]

const about = z.object({ kind: z.enum(['deposit', 'withdrawal']), id: z.string() })
export type MessageAbout = z.output<typeof about>

/** Rendered from `kind` and `params` in the reader's language by `renderMessage`. */
export const inboxMessage = z.object({
  id: z.string(),
  kind: z.string(),
  params: z.record(z.string(), z.string()),
  about: z.nullable(about),
  created_at: instant,
  is_read: z.boolean(),
})
export type InboxMessage = z.output<typeof inboxMessage>

const id = z.object({ id: anyId })

export const playerMessages = operation({
  name: 'playerMessages',
  method: 'GET',
  path: '/player/messages',
  access: 'player',
  summary:
    'The player’s inbox, newest first, with the number of unread messages and, with a language, the operator’s wordings.',
  query: z.object({
    cursor: z.optional(z.string().check(z.maxLength(60))),
    language: z.optional(contentLanguage),
  }),
  reply: z.object({
    status: success,
    messages: z.array(inboxMessage),
    /** The operator's live wordings of these kinds in the asked language; missing in answers of older servers. */
    wordings: z.optional(z.array(z.object({ kind: z.string(), title: z.string(), text: z.string() }))),
    next_cursor: z.nullable(z.string()),
    unread: z.number(),
  }),
  refusals: [],
})

export const readMessages = operation({
  name: 'readMessages',
  method: 'POST',
  path: '/player/messages/read',
  access: 'player',
  summary: 'Mark the messages up to and including this one as read. Answers the number of unread ones left.',
  body: z.object({ up_to: z.string().check(z.maxLength(60)) }),
  reply: z.object({ status: success, unread: z.number() }),
  refusals: [],
})

/** `queued`: waiting for a gateway; `sent`: accepted by one; `delivered` and `failed`: its report, or no more tries. */
export const smsState = z.enum(['queued', 'sent', 'delivered', 'failed'])

/** Wording of a delivery, as its version has it. */
export const sentWording = z.object({
  channel: z.enum(deliveryChannels),
  language: contentLanguage,
  number: z.number(),
  title: z.string(),
  text: z.string(),
  sms: z.string(),
})

/** One message with its text message; `sms` is null if only in the inbox. */
export const staffMessage = z.object({
  id: z.string(),
  kind: z.string(),
  params: z.record(z.string(), z.string()),
  created_at: instant,
  read_at: z.nullable(instant),
  sms: z.nullable(z.object({ state: smsState, at: instant, failure: z.nullable(z.enum(smsFailures)) })),
  /** The operator's wordings that its deliveries were sent with; missing if all had the standard text. */
  sent_as: z.optional(z.array(sentWording)),
})
export type StaffMessage = z.output<typeof staffMessage>

export const staffMessages = operation({
  name: 'staffMessages',
  method: 'GET',
  path: '/staff/messages',
  access: 'staff',
  needs: ['messages.see'],
  summary: 'Messages sent to a player about one deposit or withdrawal, newest first, with the state of their delivery.',
  query: z.object({ about: z.string().check(z.minLength(1), z.maxLength(60)) }),
  reply: z.object({ status: success, messages: z.array(staffMessage) }),
  refusals: [],
})

export const staffPlayerMessages = operation({
  name: 'staffPlayerMessages',
  method: 'GET',
  path: '/staff/players/:id/messages',
  access: 'staff',
  needs: ['messages.see'],
  summary: 'All messages sent to a player, newest first, with the state of their delivery and whether each was read.',
  params: z.object({ id: idOf('ply') }),
  query: z.object({ cursor: z.optional(z.string().check(z.maxLength(60))) }),
  reply: z.object({ status: success, messages: z.array(staffMessage), next_cursor: z.nullable(z.string()) }),
  refusals: [],
})

export const resendMessage = operation({
  name: 'resendMessage',
  method: 'POST',
  path: '/staff/messages/:id/resend',
  access: 'staff',
  needs: ['messages.resend'],
  summary: 'Resend the failed text message of a message.',
  params: id,
  body: z.optional(z.object({})),
  reply: z.object({ status: success, message: staffMessage }),
  refusals: ['not_found', 'message_not_failed'],
})

/** A gateway's delivery report, signed by Standard Webhooks. */
export const smsReport = operation({
  name: 'smsReport',
  method: 'POST',
  path: '/sms-gateways/:gateway/reports',
  access: 'provider',
  summary:
    'Webhook of a text-message gateway (`first` or `second`) about a message, named by its `Idempotency-Key`: `sms.accepted`, `sms.delivered` or `sms.failed` with a `reason`. Signed with `webhook-id`, `webhook-timestamp` and `webhook-signature`. Reports may repeat and arrive in any order.',
  params: z.object({ gateway: z.string().check(z.maxLength(10), z.regex(/^[a-z]{1,10}$/)) }),
  body: z.object({
    type: z.string(),
    timestamp: z.string(),
    data: z.object({ id: z.string(), reason: z.optional(z.string()) }),
  }),
  reply: z.object({ status: z.enum(['OK', 'ERROR']), code: z.optional(z.string()) }),
  refusals: [],
})

export const messageOperations = [
  playerMessages,
  readMessages,
  staffMessages,
  staffPlayerMessages,
  resendMessage,
  smsReport,
]
