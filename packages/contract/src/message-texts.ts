import { isOneOf } from './records.ts'
import type { LimitKind, LimitPeriod } from './limits.ts'
import { messageCatalogue } from './message-catalogue.ts'
import { reasonText, type messageReasons, type ReasonCode } from './message-reasons.ts'
import { formatMoneyText, type Currency } from './money.ts'

export const messageLanguages = ['en', 'hi', 'af'] as const
export type MessageLanguage = (typeof messageLanguages)[number]

interface Amount {
  /** As the API writes amounts. */
  amount: string
  currency: Currency
}

interface Limit {
  limit: LimitKind
  period: LimitPeriod
}

/** The parameters of each kind of message; all are text, so that they travel as JSON. */
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
  /** `device` is a browser and its system, as the list of devices names them. */
  new_device: { device: string }
  password_changed: Record<never, string>
  /** `name` is the player's own for the passkey. */
  passkey_added: { name: string }
  passkey_removed: { name: string }
  /** The player may take it back until then. */
  closing_asked: { until: string }
  closing_kept: Record<never, string>
  account_closed: Record<never, string>
  account_reopened: Record<never, string>
  identity_verified: Record<never, string>
  identity_refused: { reason: ReasonCode<'identity'> }
  identity_revoked: { reason: ReasonCode<'identity'> }
  /** `address` is masked: operators read messages too. */
  email_added: { address: string }
  email_changed: { address: string; before: string }
  email_removed: { address: string }
  email_bounced: { address: string }
  /** `conversation` is its id; empty where the answer is about a payment. */
  help_answered: { conversation: string }
  complaint_decided: { conversation: string; number: string }
  /** Advertising; its texts are the operator's own, in each language. */
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

/** Kinds that are worth a text message; the others stand in the inbox alone. */
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

/** Amounts, times and reasons as a text needs them, in its language. */
export interface Write {
  money(amount: string, currency: Currency): string
  time(instant: string): string
  /** The sentence of a code; of `other` where the list has none of its own. */
  reason(list: keyof typeof messageReasons, code: string): string
}

interface Text {
  title: string
  text: string
}
type Texts<Kind extends MessageKind> = (
  params: MessageParams[Kind],
  write: Write,
) => Kind extends SmsMessageKind ? Text & { sms: string } : Text

/** Every kind in every language: what is missing, or takes a parameter that the kind has not, does not compile. */
export type MessageCatalogue = { [Kind in MessageKind]: Record<MessageLanguage, Texts<Kind>> }

export const isMessageKind = (kind: string): kind is MessageKind => Object.hasOwn(messageCatalogue, kind)

/**
 * A message in the inbox of its reader. Undefined for a kind that this program does not know yet.
 * @param how how the reader's screen writes amounts and times
 */
export function renderMessage(
  { kind, params }: { kind: string; params: Record<string, string> },
  language: MessageLanguage,
  how: Pick<Write, 'money' | 'time'>,
): Text | undefined {
  if (!isMessageKind(kind)) return undefined
  const { title, text } = textsOf(kind, language)(params as never, {
    ...how,
    reason: (list, code) => reasonText(language, list, code),
  })
  return { title, text }
}

/**
 * The text message of a kind, short and without addresses or codes. English and Afrikaans keep to the GSM alphabet, which is why rupees are
 * written `Rs` there.
 * @param timeZone the market's, since a text message cannot know where it is read
 */
export function renderSms<Kind extends SmsMessageKind>(
  kind: Kind,
  params: MessageParams[Kind],
  { language, portal, timeZone }: { language: MessageLanguage; portal: string; timeZone: string },
): string {
  const { sms } = (textsOf(kind, language) as Texts<SmsMessageKind>)(params as never, {
    money: (amount, currency) => {
      const text = formatMoneyText(amount, currency)
      return language === 'hi' ? text : text.replace('₹', 'Rs ')
    },
    time: (instant) => smsTime(instant, timeZone),
    reason: (list, code) => reasonText(language, list, code),
  })
  return `${portal}: ${sms}`
}

/**
 * A message as a notification or an e-mail writes it: amounts and times as in a text message, since neither knows where it is read.
 * @param timeZone the market's
 */
export const renderOutside = (
  kind: MessageKind,
  params: Record<string, string>,
  { language, timeZone }: { language: MessageLanguage; timeZone: string },
): Text | undefined =>
  renderMessage({ kind, params }, language, {
    money: formatMoneyText,
    time: (instant) => smsTime(instant, timeZone),
  })

/** Types cannot follow a kind that is chosen at run time. */
const textsOf = (kind: MessageKind, language: MessageLanguage) =>
  messageCatalogue[kind][language] as (params: never, write: Write) => Text

/** Digits alone, so that every language and every phone reads it. */
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
