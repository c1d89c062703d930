import type { FactName } from '../src/facts.ts'
import type { CheckName, FileKind } from '../src/pick-checks.ts'
import type { Reason } from '../src/reasons.ts'
import { af } from './words-af.ts'
import { en } from './words-en.ts'
import { hi } from './words-hi.ts'

/** Sentences of the page in one language. */
export interface Words {
  title: string
  lead: string
  pick: { title: string; text: string; button: string; drop: string; chosen: string; again: string }
  trust: { title: string; text: string; label: string; missing: string }
  kinds: Record<FileKind, string>
  working: string
  /** Headline, what it proves and what not, for each successful check. */
  holds: Record<CheckName, { title: string; proves: string; not: string }>
  /** Headline for each failed check. */
  fails: Record<CheckName, string>
  failsPolicy: string
  /** Explanation of a group of reasons, by prefix or whole name. */
  meanings: Record<Meaning, string>
  exact: string
  facts: Record<FactName, string>
}

/** Names of meanings, longer ones before their prefixes. */
export const meaningNames = [
  'note-signature-wrong',
  'note-not-signed',
  'proof-root-differs',
  'statement-body-changed',
  'statement-without-receipt',
  'chain-entry-missing',
  'liability-total-wrong',
  'commitment-of-other-round',
  'commitment-after-bet',
  'consistency-',
  'quorum-',
  'policy-',
  'key-',
  'chain-',
  'file-',
  '',
] as const
type Meaning = (typeof meaningNames)[number]

/** Explanation of a reason. */
export const meaningOf = (reason: Reason, { meanings }: Words): string =>
  meanings[meaningNames.find((name) => reason.startsWith(name)) ?? '']

export const languages = { en, hi, af }
export type Language = keyof typeof languages
export const languageNames: Record<Language, string> = { en: 'English', hi: 'हिन्दी', af: 'Afrikaans' }
