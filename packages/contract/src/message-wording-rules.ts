import { classOf } from './deliveries.ts'
import { messageSamples } from './message-samples.ts'
import { isSmsKind, outsideFormats, standardText, type MessageLanguage, type Write } from './message-texts.ts'
import {
  paramsIn,
  renderOwn,
  renderWordedSms,
  wordingParams,
  type WordedKind,
  type Wording,
  type WordingParam,
} from './message-wordings.ts'
import type { Currency } from './money.ts'
import { operatorText, type OperatorText } from './operator-texts.ts'
import { isOneOf } from './records.ts'
import { smsSize } from './sms-parts.ts'
import type { Market } from './shapes.ts'

/** Checks of operators' wordings before they are published, the same on the server and in the console. */

/** Longest texts with the longest values: the title heads a notification, the text is its body and the text of an e-mail. */
export const wordingLimits = { title: 60, text: 600, smsParts: 2 } as const

/** Whether two people publish it: a message about money, sign-in, identity or limits. */
export const isGraveKind = (kind: WordedKind): boolean =>
  isOneOf(['money', 'security'], classOf(kind)) ||
  kind.startsWith('limit_') ||
  paramsOf(kind).some(([, { form }]) => form === 'money')

const paramsOf = (kind: WordedKind): [string, WordingParam][] => Object.entries<WordingParam>(wordingParams[kind])

/** The catalogue's own texts of a kind as a wording, to begin from. */
export function standardWording(kind: WordedKind, language: MessageLanguage): Wording {
  const names = paramsOf(kind).map(([name]) => name)
  const braces = Object.fromEntries(names.map((name) => [name, `{${name}}`]))
  const asNamed = (value: string) => value
  const write: Write = {
    ...{ money: asNamed, time: asNamed, owed: asNamed, left: asNamed, limit: asNamed },
    reason: (_list, code) => code,
  }
  const { title, text, sms } = standardText(kind, braces, language, write)
  return { title, text: text.trim(), sms: sms ?? '' }
}

const currencyOf: Record<Market, Currency> = { NA: 'NAD', IN: 'INR' }
const timeZones: Record<Market, string> = { NA: 'Africa/Windhoek', IN: 'Asia/Kolkata' }

export interface WordingPlace {
  kind: WordedKind
  language: MessageLanguage
  /** Null: all markets. */
  market: Market | null
  /** Name of the portal, with which text messages begin. */
  portal: string
}

/** A wording with sample values, as long as they get, for each market that reads it. */
export function sampleTexts({ kind, language, market, portal }: WordingPlace, wording: Wording) {
  return (market === null ? (['NA', 'IN'] as const) : [market]).map((one) => {
    // All parameters are strings.
    const params: Record<string, string> = { ...messageSamples(currencyOf[one])[kind] }
    const timeZone = timeZones[one]
    return {
      market: one,
      text: renderOwn({ kind, params }, language, outsideFormats(timeZone), wording),
      sms: renderWordedSms({ kind, params }, { language, portal, timeZone }, wording),
    }
  })
}

/** Parameters that each text of a kind takes; those of a text message are the standard one's, all needed. */
export function paramsTaken(kind: WordedKind) {
  const text = paramsOf(kind).map(([name, { isNeeded }]) => ({ name, isNeeded }))
  const sms = paramsIn(standardWording(kind, 'en').sms).map((name) => ({ name, isNeeded: true }))
  return { text, sms: [...new Map(sms.map((one) => [one.name, one])).values()] }
}

type Field = keyof Wording
export type WordingFaults = Partial<Record<Field, OperatorText[]>>

/**
 * Faults of a wording by field: empty ones, missing and unknown parameters, lengths, and links.
 * @param origin the portal's address, to which alone messages link; undefined if unknown, then links are not checked
 */
export function wordingFaults(place: WordingPlace, wording: Wording, origin?: string): WordingFaults {
  const { kind } = place
  const taken = paramsTaken(kind)
  const rendered = sampleTexts(place, wording)
  const longest = Math.max(...rendered.map(({ text }) => text?.text.length ?? 0))
  const rows: [Field, OperatorText[]][] = [
    ['title', [...faultsOf(wording.title, origin), ...titleFaults(wording.title)]],
    [
      'text',
      [...faultsOf(wording.text, origin), ...paramFaults(wording.text, taken.text), ...tooLong(longest, 'text')],
    ],
  ]
  if (isSmsKind(kind))
    rows.push([
      'sms',
      [
        ...faultsOf(wording.sms, origin),
        ...paramFaults(wording.sms, taken.sms),
        ...smsFaults(rendered.flatMap(({ sms }) => sms ?? [])),
      ],
    ])
  return Object.fromEntries(rows.filter(([, faults]) => faults.length > 0))
}

function faultsOf(text: string, origin: string | undefined): OperatorText[] {
  if (text.trim() === '') return [operatorText('text_required', {})]
  const [address] = origin === undefined ? [] : outsideLinks(text, origin)
  return [
    ...(/[{}]/.test(text.replaceAll(/\{[a-z_]+\}/g, '')) ? [operatorText('wording_braces', {})] : []),
    ...(address === undefined ? [] : [operatorText('wording_link', { address, host: hostOf(origin ?? '') })]),
  ]
}

const titleFaults = (title: string): OperatorText[] => [
  ...(paramsIn(title).length > 0 ? [operatorText('wording_title_params', {})] : []),
  ...tooLong(title.length, 'title'),
]

const tooLong = (length: number, field: 'title' | 'text'): OperatorText[] =>
  length > wordingLimits[field]
    ? [operatorText('wording_long', { most: String(wordingLimits[field]), length: String(length) })]
    : []

const asList = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')

function paramFaults(text: string, taken: { name: string; isNeeded: boolean }[]): OperatorText[] {
  if (text.trim() === '') return []
  const named = new Set(paramsIn(text))
  const known = taken.map(({ name }) => name)
  const missing = taken.filter(({ name, isNeeded }) => isNeeded && !named.has(name)).map(({ name }) => name)
  const unknown = [...named].filter((name) => !known.includes(name))
  return [
    ...(missing.length > 0 ? [operatorText('wording_params_missing', { params: asList(missing) })] : []),
    ...(unknown.length > 0
      ? [operatorText('wording_params_unknown', { params: asList(unknown), known: asList(known) })]
      : []),
  ]
}

function smsFaults(texts: string[]): OperatorText[] {
  const [longest] = texts.map(smsSize).toSorted((one, other) => other.parts - one.parts)
  if (!longest || longest.parts <= wordingLimits.smsParts) return []
  const [most, parts] = [String(wordingLimits.smsParts), String(longest.parts)]
  return [operatorText('wording_sms_parts', { most, parts, foreign: longest.foreign.slice(0, 12).join(' ') })]
}

/** A scheme, or a host name, as phones and mail programs turn it into a link. */
const link = /[a-z][a-z\d+.-]*:\/\/\S*|(?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+\p{L}{2,}(?::\d+)?/giu
const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

const hostOf = (origin: string) => origin.replace(/^[a-z]+:\/\//, '').replace(/\/.*$/, '')

/** Addresses in a text that do not lead to the portal. */
export function outsideLinks(text: string, origin: string): string[] {
  const host = hostOf(origin)
  // A path may follow; anything else, such as `.evil.example` or `@evil.example`, makes it another address.
  const own = new RegExp(
    `(^|[\\s("“‘'])(?:${escaped(origin)}|${escaped(host)})(?:[/?#][^\\s]*)?(?=$|[\\s)"”’',.!?;:]*(?:\\s|$))`,
    'giu',
  )
  return [...text.replaceAll(own, '$1').matchAll(link)].map(([address]) => address)
}
