import * as z from './bounded.ts'
import { channelsReply } from './deliveries.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'

/** A player's e-mail address: added and changed by a code sent to it, removed, and delivery reports. */

export const emailRefusals = {
  email_unusable: { status: 422 },
  /** Returned only with the code that was sent to the mailbox. */
  email_taken: { status: 409 },
  email_unavailable: { status: 409 },
} as const

/** Lifetime and tries of a code. E-mails are slower than text messages, since some servers accept them only at the second try. */
export const emailCodeRules = { lifetimeMs: 30 * 60_000, tries: 5 } as const

export const setEmail = operation({
  name: 'setEmail',
  method: 'PUT',
  path: '/player/email',
  access: 'player',
  summary:
    'Send a code to the player’s new e-mail address. The current one stays until the code is confirmed. The answer is the same if another player has the address; that player is notified instead.',
  body: z.object({ address: z.string().check(z.maxLength(320, fault('too_long'))) }),
  reply: z.extend(channelsReply, { resend_after_s: z.number() }),
  refusals: ['email_unusable', 'email_unavailable', 'otp_too_soon'],
})

export const confirmEmail = operation({
  name: 'confirmEmail',
  method: 'POST',
  path: '/player/email/confirm',
  access: 'player',
  summary: 'Confirm the new address with its code: five tries within 30 minutes. The former address is notified.',
  body: z.object({ otp: z.string().check(z.regex(/^\d{6}$/, fault('code_digits'))) }),
  reply: channelsReply,
  refusals: ['otp_wrong', 'email_taken'],
})

export const removeEmail = operation({
  name: 'removeEmail',
  method: 'DELETE',
  path: '/player/email',
  access: 'player',
  summary: 'Remove the player’s e-mail address, and one not confirmed yet. The address is notified.',
  reply: channelsReply,
  refusals: [],
})

/** Encrypted reference to the recipient, usable only to unsubscribe. */
const unsubscribeToken = z.object({ token: z.string().check(z.maxLength(200), z.regex(/^[\w-]{40,200}$/)) })

export const unsubscribe = operation({
  name: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe/:token',
  access: 'public',
  summary:
    'Unsubscribe from offers without a session: the one-click address of `List-Unsubscribe` (RFC 8058), with any body. A repeat changes nothing.',
  params: unsubscribeToken,
  reply: z.object({ status: z.literal('success') }),
  refusals: ['not_found'],
})

export const openUnsubscribe = operation({
  name: 'openUnsubscribe',
  method: 'GET',
  path: '/unsubscribe/:token',
  access: 'public',
  summary:
    'Redirect to the page that asks whether to unsubscribe from offers. Changes nothing, since programs open links too.',
  params: unsubscribeToken,
  reply: z.unknown(),
  file: 'text/html; charset=utf-8',
  refusals: ['not_found'],
})

export const emailReport = operation({
  name: 'emailReport',
  method: 'POST',
  path: '/email-reports',
  access: 'provider',
  summary:
    'Webhook of the mail service about an e-mail, named by the part of its `Message-ID` before the `@`: `email.delivered`, or `email.bounced` with `permanent` if the mailbox does not exist. Signed with `webhook-id`, `webhook-timestamp` and `webhook-signature`. Reports may repeat and arrive in any order.',
  body: z.object({
    type: z.string(),
    timestamp: z.string(),
    data: z.object({ id: z.string(), permanent: z.optional(z.boolean()) }),
  }),
  reply: z.object({ status: z.enum(['OK', 'ERROR']), code: z.optional(z.string()) }),
  refusals: [],
})

export const emailOperations = [setEmail, confirmEmail, removeEmail, unsubscribe, openUnsubscribe, emailReport]
