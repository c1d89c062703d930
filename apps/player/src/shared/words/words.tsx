import { createContext, useContext, type ReactNode } from 'react'

/** The languages of the portal, each in its own name. */
export const languages = { en: 'English', hi: 'हिन्दी', af: 'Afrikaans' } as const
export type Language = keyof typeof languages

/** The catalogue in groups, so that a screen loads only its own words. */
export interface Groups {
  core: typeof import('./en/core.ts').words
  screens: typeof import('./en/screens.ts').words
  account: typeof import('./en/account.ts').words
  money: typeof import('./en/money.ts').words
  play: typeof import('./en/play.ts').words
  receipt: typeof import('./en/receipt.ts').words
  receipts: typeof import('./en/receipts.ts').words
  rewards: typeof import('./en/rewards.ts').words
  pages: typeof import('./en/pages.ts').words
  texts: typeof import('./en/texts.ts').words
  faults: typeof import('./en/faults.ts').words
  terms: typeof import('./en/terms.ts').words
  help: typeof import('./en/help.ts').words
  channels: typeof import('./en/channels.ts').words
  install: typeof import('./en/install.ts').words
  tournaments: typeof import('./en/tournaments.ts').words
}
export type Group = keyof Groups
export type Words = Groups['core'] &
  Groups['screens'] &
  Groups['account'] &
  Groups['money'] &
  Groups['play'] &
  Groups['receipt'] &
  Groups['receipts'] &
  Groups['rewards'] &
  Groups['pages'] &
  Groups['texts'] &
  Groups['faults'] &
  Groups['terms'] &
  Groups['help'] &
  Groups['channels'] &
  Groups['install'] &
  Groups['tournaments']
export type Fetched = Partial<Words>

const first = import.meta.glob<{ words: Fetched }>('./en/core.ts')
/** Loaded texts by language: constants, so that all pages on the server share one copy. */
const fetched = new Map<Language, Fetched>()

/** Loads some groups of words; a screen renders only once its words are loaded. */
export async function loadWords(language: Language, groups: readonly Group[]): Promise<void> {
  await Promise.all(groups.map((group) => load(language, group)))
}

async function filesOf(language: Language, group: Group) {
  if (language !== 'en') return (await import('./other-languages.ts')).files
  return group === 'core' ? first : (await import('./english.ts')).files
}

async function load(language: Language, group: Group) {
  const file = (await filesOf(language, group))[`./${language}/${group}.ts`]
  if (!file) throw new Error(`there are no words ${language}/${group}`)
  const { words } = await file()
  fetched.set(language, { ...fetched.get(language), ...words })
}

/** Language that a cookie or Accept-Language asks for, else English. */
export function languageOf(...asked: (string | null | undefined)[]): Language {
  for (const list of asked) {
    for (const part of (list ?? '').split(',')) {
      const code = part.trim().slice(0, 2).toLowerCase()
      if (code in languages) return code as Language
    }
  }
  return 'en'
}

/** Language of the page, for code outside components. */
export const currentLanguage = (): Language =>
  typeof document === 'undefined' ? 'en' : languageOf(document.documentElement.lang)

const Context = createContext<Language>('en')

export function WordsProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <Context value={language}>{children}</Context>
}

export const useLanguage = (): Language => useContext(Context)

/** Words in this page's language: the core's, and the groups that the screen names in `routes.tsx`. */
export function useWords(): Words {
  return fetched.get(useLanguage()) as Words
}

/** The same for code outside components; only the core's words, which are always loaded. */
export const currentCoreWords = (): Groups['core'] => fetched.get(currentLanguage()) as Words
