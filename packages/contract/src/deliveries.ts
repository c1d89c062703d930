import * as z from './bounded.ts'
import type { MessageKind } from './message-texts.ts'
import { operation } from './operation.ts'
import { amountReply, currency, idOf, instant, market, success } from './shapes.ts'

/** Deliveries of messages to players: one for each message and channel that the player chose. */

export const deliveryRefusals = {
  delivery_not_failed: { status: 409, sentence: 'This delivery has not failed, or somebody sent it again.' },
  offers_not_wanted: { status: 409, sentence: 'This player has not agreed to offers.' },
  push_service_unknown: { status: 422, sentence: 'This browser names a push service that the portal does not use.' },
  offers_forbidden: {
    status: 409,
    sentence: 'This player is on a break, excluded, blocked or suspended, so offers are not sent.',
  },
} as const

export const deliveryChannels = ['inbox', 'sms', 'email', 'push'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]
/** Channels besides the inbox, which a player switches on and off. */
export const outerChannels = ['sms', 'email', 'push'] as const satisfies DeliveryChannel[]
export type OuterChannel = (typeof outerChannels)[number]

export const deliveryStates = ['waiting', 'sent', 'delivered', 'failed', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a delivery was skipped, without sending or cost. */
export const skipReasons = [
  'switched_off',
  'no_consent',
  'forbidden',
  'player_cap',
  'operator_cap',
  'no_address',
  'too_late',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** Money and security messages ignore quiet hours and caps; advertising needs consent. */
export const messageClasses = ['money', 'security', 'service', 'advertising'] as const
export type MessageClass = (typeof messageClasses)[number]

const classes: readonly [RegExp, MessageClass][] = [
  [/^(deposit|withdrawal|debt|win)_/, 'money'],
  [/^(new_device|password_changed|passkey_|closing_|account_|identity_|email_)/, 'security'],
  [/^(offer|campaign)$/, 'advertising'],
]

/** Class of a kind of message, which determines hours, caps and consent. */
export const classOf = (kind: MessageKind): MessageClass =>
  classes.find(([pattern]) => pattern.test(kind))?.[1] ?? 'service'

/** Changes of the e-mail address have their own e-mails to the address itself. */
export const isSentByEmail = (kind: MessageKind) => !kind.startsWith('email_')

/** Whether a class ignores quiet hours and caps. */
export const isExempt = (messageClass: MessageClass) => messageClass === 'money' || messageClass === 'security'

export const channelsReply = z.object({
  status: success,
  channels: z.object({
    sms: z.boolean(),
    email: z.boolean(),
    push: z.boolean(),
    /** Whether push notifications contain sums. */
    push_sums: z.boolean(),
    /** Whether e-mails contain sums. */
    email_sums: z.boolean(),
  }),
  email: z.object({
    /** False if the portal sends no e-mail; an existing address can still be removed. */
    is_available: z.boolean(),
    address: z.nullable(z.string()),
    confirmed_at: z.nullable(instant),
    /** When the mailbox bounced; nothing is sent to it since. */
    came_back_at: z.nullable(instant),
    /** Address to be confirmed by a code; `failed` if its mailbox does not exist. */
    asked: z.nullable(z.object({ address: z.string(), until: instant, failed: z.boolean() })),
  }),
  /** Consent to advertising and since when; null if the player never chose. */
  offers: z.object({ allowed: z.boolean(), since: z.nullable(instant) }),
})

export const getChannels = operation({
  name: 'getChannels',
  method: 'GET',
  path: '/player/channels',
  access: 'player',
  summary: 'The player’s message channels besides the inbox, and whether they agreed to offers.',
  reply: channelsReply,
  refusals: [],
})

export const setChannels = operation({
  name: 'setChannels',
  method: 'PUT',
  path: '/player/channels',
  access: 'player',
  summary:
    'Change the named channels only. Codes, and text messages about closing the account, are always sent. Each change of `offers` is stored with its time.',
  body: z.object({
    sms: z.optional(z.boolean()),
    email: z.optional(z.boolean()),
    push: z.optional(z.boolean()),
    push_sums: z.optional(z.boolean()),
    email_sums: z.optional(z.boolean()),
    offers: z.optional(z.boolean()),
  }),
  reply: channelsReply,
  refusals: [],
})

export const pushKey = operation({
  name: 'pushKey',
  method: 'GET',
  path: '/player/push-key',
  access: 'player',
  summary: 'The portal’s public key for web push (VAPID, RFC 8292), with which a browser subscribes.',
  reply: z.object({ status: success, key: z.string() }),
  refusals: [],
})

const endpoint = z.string().check(z.maxLength(1_000))
const base64url = (least: number, most: number) =>
  z.string().check(z.minLength(least), z.maxLength(most), z.regex(/^[\w-]+=*$/))

export const addPush = operation({
  name: 'addPush',
  method: 'POST',
  path: '/player/push-addresses',
  access: 'player',
  summary:
    'Subscribe this browser to push messages, with the address and keys of `PushSubscription.toJSON`. Only known push services of browsers are accepted.',
  body: z.object({ endpoint, keys: z.object({ p256dh: base64url(80, 100), auth: base64url(16, 40) }) }),
  reply: z.object({ status: success }),
  refusals: ['push_service_unknown'],
})

export const removePush = operation({
  name: 'removePush',
  method: 'POST',
  path: '/player/push-addresses/remove',
  access: 'player',
  summary: 'Unsubscribe a browser of the player from push messages. An unknown address changes nothing.',
  body: z.object({ endpoint }),
  reply: z.object({ status: success }),
  refusals: [],
})

export const delivery = z.object({
  message_id: z.string(),
  kind: z.string(),
  channel: z.enum(deliveryChannels),
  class: z.enum(messageClasses),
  state: z.enum(deliveryStates),
  /** Why it failed or was skipped. */
  reason: z.nullable(z.string()),
  created_at: instant,
  /** Next try, or end of the quiet hours. */
  next_at: z.nullable(instant),
  tries: z.number(),
  tried_at: z.array(instant),
  /** When an operator last resent it. */
  retried_at: z.nullable(instant),
  sent_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  cost: z.nullable(z.object({ amount: amountReply, currency })),
})
export type Delivery = z.output<typeof delivery>

export const staffDeliveries = operation({
  name: 'staffDeliveries',
  method: 'GET',
  path: '/staff/players/:id/deliveries',
  access: 'staff',
  needs: ['messages.see'],
  summary:
    'Deliveries of a player’s messages, newest message first, 20 messages a page: channel, state with reason, tries, cost.',
  params: z.object({ id: idOf('ply') }),
  query: z.object({ cursor: z.optional(z.string().check(z.maxLength(60))) }),
  reply: z.object({ status: success, deliveries: z.array(delivery), next_cursor: z.nullable(z.string()) }),
  refusals: ['not_found'],
})

const listedDelivery = z.extend(delivery, { player: z.object({ id: z.string(), player_name: z.string() }) })
export type ListedDelivery = z.output<typeof listedDelivery>

export const allDeliveries = operation({
  name: 'allDeliveries',
  method: 'GET',
  path: '/staff/deliveries',
  access: 'staff',
  needs: ['messages.see'],
  summary:
    'Deliveries of all messages, newest message first, 50 a page. Filter by channel, state, player (id or whole name) and days of the message (UTC).',
  query: z.object({
    channel: z.optional(z.enum(deliveryChannels)),
    state: z.optional(z.enum(deliveryStates)),
    player: z.optional(z.string().check(z.maxLength(64))),
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
    cursor: z.optional(z.string().check(z.maxLength(80))),
  }),
  reply: z.object({ status: success, deliveries: z.array(listedDelivery), next_cursor: z.nullable(z.string()) }),
  refusals: [],
})

export const retryDelivery = operation({
  name: 'retryDelivery',
  method: 'POST',
  path: '/staff/deliveries/:id/retry',
  access: 'staff',
  needs: ['messages.resend'],
  summary:
    'Retry a delivery that failed for good. Consent, channels, quiet hours and caps are checked again with the player’s current settings.',
  params: z.object({ id: idOf('msg') }),
  body: z.object({ channel: z.enum(outerChannels) }),
  reply: z.object({ status: success, delivery }),
  refusals: ['not_found', 'delivery_not_failed'],
})

const offerText = z.string().check(z.trim(), z.minLength(1), z.maxLength(140))

export const sendOffer = operation({
  name: 'sendOffer',
  method: 'POST',
  path: '/staff/players/:id/offers',
  access: 'staff',
  needs: ['messages.offer'],
  summary: 'Send an offer to one player who agreed to offers, in their language. The same `key` sends it once.',
  params: z.object({ id: idOf('ply') }),
  body: z.object({
    key: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
    title: z.object({ en: offerText, hi: offerText, af: offerText }),
    text: z.object({ en: offerText, hi: offerText, af: offerText }),
  }),
  reply: z.object({ status: success, deliveries: z.array(delivery) }),
  refusals: ['not_found', 'offers_not_wanted', 'offers_forbidden'],
})

export const deliveryCosts = operation({
  name: 'deliveryCosts',
  method: 'GET',
  path: '/staff/delivery-costs',
  access: 'staff',
  needs: ['messages.cost'],
  summary:
    'Cost of deliveries by day of the market, channel and currency, and the number that counted towards each market’s daily cap, newest day first. At most 92 days; the last 31 if no period is named.',
  query: z.object({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
  reply: z.object({
    status: success,
    days: z.array(
      z.object({
        day: z.iso.date(),
        channel: z.enum(deliveryChannels),
        currency,
        deliveries: z.number(),
        parts: z.number(),
        cost: amountReply,
      }),
    ),
    /** Deliveries counted against the operator’s daily cap. */
    counted: z.array(z.object({ day: z.iso.date(), market, deliveries: z.number() })),
    /** Current daily cap of a market. */
    operator_a_day: z.number(),
  }),
  refusals: [],
})

export const deliveryOperations = [
  getChannels,
  setChannels,
  pushKey,
  addPush,
  removePush,
  staffDeliveries,
  allDeliveries,
  retryDelivery,
  sendOffer,
  deliveryCosts,
]
