import { isOneOf } from './records.ts'
import type { LimitKind, LimitPeriod } from './limits.ts'
import { messageCatalogue } from './message-catalogue.ts'
import { messageSentences } from './message-sentences.ts'
import { reasonText, type messageReasons, type ReasonCode } from './message-reasons.ts'
import { formatMoneyText, type Currency } from './money.ts'

export const messageLanguages = ['en', 'hi', 'af'] as const
export type MessageLanguage = (typeof messageLanguages)[number]

type Amount = {
  /** In the API's form. */
  amount: string
  currency: Currency
}

type Limit = {
  limit: LimitKind
  period: LimitPeriod
}

/** Parameters of each kind of message; all strings, for JSON. */
export interface MessageParams {
  deposit_credited: Amount
  deposit_credited_other: Amount & { declared: string }
  deposit_rejected: Amount & { reason: ReasonCode<'deposit_rejected'> }
  deposit_question: Amount & { question: ReasonCode<'deposit_question'>; answer_by: string }
  deposit_expired: Amount
  deposit_reversed: Amount & { reason: ReasonCode<'deposit_rejected'>; owed: string }
  withdrawal_paid: Amount & { reference: string }
  withdrawal_failed: Amount & { reason: ReasonCode<'withdrawal'> }
  withdrawal_returned: Amount
  withdrawal_rejected: Amount & { reason: ReasonCode<'withdrawal'> }
  withdrawal_cancelled: Amount
  debt_opened: Amount
  debt_repaid: Amount & { left: string }
  debt_written_off: Amount
  win_held: Amount
  win_paid: Amount
  win_refused: Amount
  withdrawal_approved: Amount
  gift_claimed: Amount
  /** `name` in the player's language. */
  tournament_prize: Amount & { name: string; rank: string }
  tournament_prize_open: Amount & { name: string; rank: string }
  /** `game` in the player's language; the amount is the stake of each round. */
  free_rounds_given: Amount & { game: string; rounds: string; until: string }
  free_rounds_ending: { game: string; left: string; until: string }
  /** `required` has to be staked by `until`. */
  bonus_given: Amount & { required: string; until: string }
  bonus_completed: Amount
  bonus_cancelled: Amount
  bonus_expired: Amount
  bonus_reversed: Amount
  referral_paid: Amount
  reward_approved: Amount
  reward_refused: Amount
  limit_set: Amount & Limit
  limit_removed: Limit
  /** `device`: browser and system, as in the list of devices. */
  new_device: { device: string }
  password_changed: Record<never, string>
  /** `name`: given to the passkey by the player. */
  passkey_added: { name: string }
  passkey_removed: { name: string }
  /** The player may cancel it until then. */
  closing_asked: { until: string }
  closing_kept: Record<never, string>
  account_closed: Record<never, string>
  account_reopened: Record<never, string>
  identity_verified: Record<never, string>
  identity_refused: { reason: ReasonCode<'identity'> }
  identity_revoked: { reason: ReasonCode<'identity'> }
  /** `address` is masked, since operators see messages, too. */
  email_added: { address: string }
  email_changed: { address: string; before: string }
  email_removed: { address: string }
  email_bounced: { address: string }
  /** `conversation`: its id; empty for an answer about a payment. */
  help_answered: { conversation: string }
  complaint_decided: { conversation: string; number: string }
  /** Advertising, with the operator's texts in each language. */
  offer: Record<`${'title' | 'text'}_${MessageLanguage}`, string>
  /** Written by the operator in the player's language. */
  campaign: { title: string; text: string }
}
export type MessageKind = keyof MessageParams

/** Kinds about checked wins, rewards, limits and security. */
export type AccountMessageKind =
  | `win_${'held' | 'paid' | 'refused'}`
  | 'gift_claimed'
  | `bonus_${'given' | 'completed' | 'cancelled' | 'expired' | 'reversed'}`
  | 'referral_paid'
  | `reward_${'approved' | 'refused'}`
  | `limit_${'set' | 'removed'}`
  | SecurityMessageKind
  | `closing_${'asked' | 'kept'}`
  | `account_${'closed' | 'reopened'}`
  | 'campaign'

/** Kinds about sign-ins, the password and passkeys. */
export type SecurityMessageKind = 'new_device' | 'password_changed' | `passkey_${'added' | 'removed'}`

/** Kinds about the player's identity. */
export type IdentityMessageKind = `identity_${'verified' | 'refused' | 'revoked'}`

/** Kinds about the player's e-mail address. */
export type EmailMessageKind = `email_${'added' | 'changed' | 'removed' | 'bounced'}`

/** Kinds sent as text messages, too; the others are in the inbox only. */
export const smsKinds = [
  'deposit_credited_other',
  'deposit_rejected',
  'deposit_question',
  'deposit_reversed',
  'withdrawal_paid',
  'withdrawal_failed',
  'withdrawal_returned',
  'withdrawal_rejected',
  'closing_asked',
  'account_closed',
  'offer',
] as const satisfies MessageKind[]
export type SmsMessageKind = (typeof smsKinds)[number]
export const isSmsKind = (kind: MessageKind): kind is SmsMessageKind => isOneOf(smsKinds, kind)

/** Formatters of amounts, times and reasons in one language. */
export interface Write {
  money(amount: string, currency: Currency): string
  time(instant: string): string
  /** Sentence of a code; that of `other` for an unknown one. */
  reason(list: keyof typeof messageReasons, code: string): string
  /** Name of a limit. */
  limit(limit: LimitKind, period: LimitPeriod): string
  /** Sentence about the owed part of a reversed deposit; empty if nothing is owed. */
  owed(amount: string, currency: Currency): string
  /** Sentence about what is left of a debt. */
  left(amount: string, currency: Currency): string
}

/** Formatters of a channel or screen. */
export type Formats = Pick<Write, 'money' | 'time'>

const isZero = (amount: string) => /^0+(\.0+)?$/.test(amount)

/** Completes the formatters of a channel with a language's sentences. */
export function writeIn(language: MessageLanguage, { money, time }: Formats): Write {
  const { limits, owed, left, nothingLeft } = messageSentences[language]
  return {
    money,
    time,
    reason: (list, code) => reasonText(language, list, code),
    limit: (limit, period) => limits[limit][period],
    owed: (amount, currency) => (isZero(amount) ? '' : owed(money(amount, currency))),
    left: (amount, currency) => (isZero(amount) ? nothingLeft : left(money(amount, currency))),
  }
}

export interface MessageText {
  title: string
  text: string
}
type Texts<Kind extends MessageKind> = (
  params: MessageParams[Kind],
  write: Write,
) => Kind extends SmsMessageKind ? MessageText & { sms: string } : MessageText

/** Every kind in every language: a missing text, or one with an unknown parameter, does not compile. */
export type MessageCatalogue = { [Kind in MessageKind]: Record<MessageLanguage, Texts<Kind>> }

export const isMessageKind = (kind: string): kind is MessageKind => Object.hasOwn(messageCatalogue, kind)

/**
 * Renders a message of the inbox. Undefined for a kind unknown to this version.
 * @param formats formatters of the reader's screen
 */
export function renderMessage(
  { kind, params }: { kind: string; params: Record<string, string> },
  language: MessageLanguage,
  formats: Formats,
): MessageText | undefined {
  if (!isMessageKind(kind)) return undefined
  const { title, text } = standardText(kind, params, language, writeIn(language, formats))
  return { title, text: text.trim() }
}

/**
 * Renders the text message of a kind, short and without addresses or codes. English and Afrikaans use only the GSM alphabet, so they write rupees as
 * `Rs`.
 * @param timeZone the market's, since the reader's is unknown
 */
export function renderSms<Kind extends SmsMessageKind>(
  kind: Kind,
  params: MessageParams[Kind],
  { language, portal, timeZone }: { language: MessageLanguage; portal: string; timeZone: string },
): string {
  const write = writeIn(language, smsFormats(language, timeZone))
  return `${portal}: ${standardText(kind, params, language, write).sms ?? ''}`
}

/**
 * Formatters of text messages. English and Afrikaans use only the GSM alphabet.
 * @param timeZone the market's
 */
export const smsFormats = (language: MessageLanguage, timeZone: string): Formats => ({
  money: (amount, currency) => {
    const text = formatMoneyText(amount, currency)
    return language === 'hi' ? text : text.replace('₹', 'Rs ')
  },
  time: (instant) => smsTime(instant, timeZone),
})

/**
 * Formatters of notifications and e-mails: amounts and times as in a text message.
 * @param timeZone the market's
 */
export const outsideFormats = (timeZone: string): Formats => ({
  money: formatMoneyText,
  time: (instant) => smsTime(instant, timeZone),
})

/** The catalogue's text with these formatters. */
export const standardText = (
  kind: MessageKind,
  params: Partial<Record<string, string>>,
  language: MessageLanguage,
  write: Write,
): MessageText & { sms?: string } =>
  // TypeScript cannot check a kind chosen at run time.
  (messageCatalogue[kind][language] as (params: never, write: Write) => MessageText & { sms?: string })(
    params as never,
    write,
  )

/** Only digits, legible in every language and on every phone. */
function smsTime(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return `${part['day']}/${part['month']} ${part['hour']}:${part['minute']}`
}
