import { formatMoneyText, formatLimit, type Currency } from '@dhow/contract/money'
import { messageLanguages, type MessageLanguage } from '@dhow/contract/message-texts'
import { renderPlayerText, type PlayerText } from '@dhow/contract/player-texts'
import type { OtherNames } from '@dhow/contract/shapes'
import type { FastifyRequest } from 'fastify'
import { readCookie } from '../platform/http/cookies.ts'
import { playerTexts } from '../platform/texts.ts'
import { words as af } from './words/af.ts'
import { words as en, type LightWords } from './words/en.ts'
import { words as hi } from './words/hi.ts'

/** The languages, each in its own name. */
export const languageNames: Record<MessageLanguage, string> = { en: 'English', hi: 'हिन्दी', af: 'Afrikaans' }
const catalogues: Record<MessageLanguage, LightWords> = { en, hi, af }
const locales: Record<MessageLanguage, string> = { en: 'en-GB', hi: 'hi-IN', af: 'af-NA' }

/** Language and theme of a page's reader, from their cookies. */
export interface Reader {
  language: MessageLanguage
  theme: 'dark' | 'light'
  words: LightWords
  money(decimal: string, currency: Currency): string
  when(instant: string): string
  /** A name in the reader's language, else in English. */
  named(name: string, names: OtherNames | undefined): string
  /** Sentence of a text from the catalogues. */
  sentence(text: PlayerText): string
}

export function readerOf(request: FastifyRequest): Reader {
  const language = languageOf(readCookie(request, 'dhow_language'), request.headers['accept-language'])
  const marked = (amount: string) =>
    language === 'af' ? amount.replace(/[.,]/g, (mark) => (mark === ',' ? '\u00a0' : ',')) : amount
  const money = (decimal: string, currency: Currency) => marked(formatMoneyText(decimal, currency))
  const limit = (decimal: string, currency: Currency) => marked(formatLimit(decimal, currency))
  return {
    language,
    theme: readCookie(request, 'dhow_theme') === 'light' ? 'light' : 'dark',
    words: catalogues[language],
    money,
    when: (instant) => dateTimeOf(language).format(new Date(instant)),
    named: (name, names) => (language === 'en' ? undefined : names?.[language]) ?? name,
    sentence: (text) =>
      renderPlayerText(playerTexts[language], text, { money, limit }) ?? catalogues[language].somethingWrong,
  }
}

/** Fills placeholders of a sentence. */
export const fill = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

function languageOf(...asked: (string | undefined)[]): MessageLanguage {
  for (const list of asked) {
    for (const part of (list ?? '').split(',')) {
      const code = part.trim().slice(0, 2).toLowerCase()
      const language = messageLanguages.find((one) => one === code)
      if (language) return language
    }
  }
  return 'en'
}

/** Cached: making one takes longer than using it a hundred times. */
const dateTimes = new Map<MessageLanguage, Intl.DateTimeFormat>()

function dateTimeOf(language: MessageLanguage): Intl.DateTimeFormat {
  const known = dateTimes.get(language)
  if (known) return known
  const made = new Intl.DateTimeFormat(locales[language], {
    ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
    ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short', timeZone: 'UTC' } as const),
  })
  dateTimes.set(language, made)
  return made
}
