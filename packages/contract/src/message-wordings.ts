import { keysOf } from './keys-of.ts'
import type { messageReasons } from './message-reasons.ts'
import { messageSentences } from './message-sentences.ts'
import {
  isSmsKind,
  renderMessage,
  smsFormats,
  writeIn,
  type Formats,
  type MessageKind,
  type MessageLanguage,
  type MessageParams,
  type MessageText,
  type Write,
} from './message-texts.ts'
import { currencies } from './money.ts'
import { isOneOf } from './records.ts'

/** Operators' own wordings of messages, in place of the catalogue's: text with parameters in braces, such as `{amount}`. */

/** Kinds whose text is written with each message, so that there is no standard text to replace. */
export const writtenEachTime = ['offer', 'campaign'] as const satisfies MessageKind[]
export type WordedKind = Exclude<MessageKind, (typeof writtenEachTime)[number]>

/** How a parameter is shown; a list of reasons shows the sentence of a code. */
type Form = 'money' | 'time' | 'limit' | 'owed' | 'left' | 'text' | keyof typeof messageReasons
export interface WordingParam {
  form: Form
  /** A text without it is refused; other parameters may be left out. */
  isNeeded: boolean
}
const must = (form: Form): WordingParam => ({ form, isNeeded: true })
const may = (form: Form): WordingParam => ({ form, isNeeded: false })
const amount = must('money')

/** `currency` and `period` are shown with their amount and limit; `conversation` is the address of a link. */
type Named<Kind extends WordedKind> = Exclude<keyof MessageParams[Kind], 'currency' | 'period' | 'conversation'>

/** Parameters of every kind that may be worded: a missing one does not compile. */
export const wordingParams: { readonly [Kind in WordedKind]: Readonly<Record<Named<Kind>, WordingParam>> } = {
  deposit_credited: { amount },
  deposit_credited_other: { amount, declared: amount },
  deposit_rejected: { amount, reason: must('deposit_rejected') },
  deposit_question: { amount, question: must('deposit_question'), answer_by: must('time') },
  deposit_expired: { amount },
  deposit_reversed: { amount, reason: must('deposit_reversed'), owed: must('owed') },
  withdrawal_paid: { amount, reference: may('text') },
  withdrawal_failed: { amount, reason: must('withdrawal') },
  withdrawal_returned: { amount },
  withdrawal_rejected: { amount, reason: must('withdrawal') },
  withdrawal_cancelled: { amount },
  withdrawal_approved: { amount },
  debt_opened: { amount },
  debt_repaid: { amount, left: must('left') },
  debt_written_off: { amount },
  win_held: { amount },
  win_paid: { amount },
  win_refused: { amount },
  gift_claimed: { amount },
  tournament_prize: { amount, name: may('text'), rank: may('text') },
  tournament_prize_open: { amount, name: must('text'), rank: may('text') },
  free_rounds_given: { amount, game: must('text'), rounds: must('text'), until: must('time') },
  free_rounds_ending: { game: must('text'), left: must('text'), until: must('time') },
  bonus_given: { amount, required: amount, until: must('time') },
  bonus_completed: { amount },
  bonus_cancelled: { amount },
  bonus_expired: { amount },
  bonus_reversed: { amount },
  referral_paid: { amount },
  reward_approved: { amount },
  reward_refused: { amount },
  limit_set: { amount, limit: must('limit') },
  limit_removed: { limit: must('limit') },
  new_device: { device: must('text') },
  password_changed: {},
  passkey_added: { name: must('text') },
  passkey_removed: { name: must('text') },
  closing_asked: { until: must('time') },
  closing_kept: {},
  account_closed: {},
  account_reopened: {},
  identity_verified: {},
  identity_refused: { reason: must('identity') },
  identity_revoked: { reason: must('identity') },
  email_added: { address: must('text') },
  email_changed: { address: must('text'), before: must('text') },
  email_removed: { address: must('text') },
  email_bounced: { address: must('text') },
  help_answered: {},
  complaint_decided: { number: must('text') },
}

export const wordedKinds: readonly WordedKind[] = keysOf(wordingParams)
export const isWordedKind = (kind: string): kind is WordedKind => isOneOf(wordedKinds, kind)

/** An operator's own texts for a kind; `sms` is empty for kinds without a text message. */
export interface Wording {
  title: string
  text: string
  sms: string
}

const placeholder = /\{([a-z_]+)\}/g

/** Parameters that a text names, in order. */
export const paramsIn = (text: string): string[] => [...text.matchAll(placeholder)].flatMap(([, name]) => name ?? [])

const { limits } = messageSentences.en

/** Value of a parameter as the reader sees it; undefined if the row lacks it. */
function valueOf(form: Form, name: string, params: Record<string, string>, write: Write): string | undefined {
  const value = params[name]
  if (value === undefined) return undefined
  const { currency, period } = params
  switch (form) {
    case 'text':
      return value
    case 'time':
      return write.time(value)
    case 'money':
    case 'owed':
    case 'left':
      return isOneOf(keysOf(currencies), currency) ? write[form](value, currency) : undefined
    case 'limit':
      return isOneOf(keysOf(limits), value) && isOneOf(keysOf(limits[value]), period)
        ? write.limit(value, period)
        : undefined
    default:
      return write.reason(form, value)
  }
}

/** Fills a text; undefined if it names a parameter that the message does not have. */
function filled(template: string, kind: WordedKind, params: Record<string, string>, write: Write): string | undefined {
  const known: Partial<Record<string, WordingParam>> = wordingParams[kind]
  const values = new Map(
    paramsIn(template).map((name) => [name, known[name] && valueOf(known[name].form, name, params, write)]),
  )
  if ([...values.values()].includes(undefined)) return undefined
  const text = template.replaceAll(placeholder, (_all, name: string) => values.get(name) ?? '')
  return text.replaceAll(/ {2,}/g, ' ').trim()
}

interface Sent {
  kind: string
  params: Record<string, string>
}

/** Renders a message in an operator's wording; undefined if it does not fit the message. */
export function renderOwn(
  { kind, params }: Sent,
  language: MessageLanguage,
  formats: Formats,
  { title, text }: Pick<Wording, 'title' | 'text'>,
): MessageText | undefined {
  const own = isWordedKind(kind) ? filled(text, kind, params, writeIn(language, formats)) : undefined
  return own ? { title, text: own } : undefined
}

/** Renders a message in an operator's wording if there is one that fits, else in the catalogue's. */
export const renderWorded = (
  message: Sent,
  language: MessageLanguage,
  formats: Formats,
  wording: Pick<Wording, 'title' | 'text'> | undefined,
): MessageText | undefined =>
  (wording && renderOwn(message, language, formats, wording)) ?? renderMessage(message, language, formats)

/** Renders the text message of an operator's wording; undefined if it does not fit the message. */
export function renderWordedSms(
  { kind, params }: Sent,
  { language, portal, timeZone }: { language: MessageLanguage; portal: string; timeZone: string },
  { sms }: Pick<Wording, 'sms'>,
): string | undefined {
  if (!isWordedKind(kind) || !isSmsKind(kind)) return undefined
  const text = filled(sms, kind, params, writeIn(language, smsFormats(language, timeZone)))
  return text ? `${portal}: ${text}` : undefined
}
