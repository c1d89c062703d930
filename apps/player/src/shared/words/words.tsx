import { createContext, useContext, type ReactNode } from 'react'

/** The languages of the portal, each in its own name. */
export const languages = { en: 'English' } as const
export type Language = keyof typeof languages

/** The catalogue in groups, so that a screen fetches the words it says and no others. */
export interface Groups {
  core: typeof import('./en/core.ts').words
  account: typeof import('./en/account.ts').words
  money: typeof import('./en/money.ts').words
  play: typeof import('./en/play.ts').words
  rewards: typeof import('./en/rewards.ts').words
  pages: typeof import('./en/pages.ts').words
}
export type Group = keyof Groups
export type Words = Groups['core'] &
  Groups['account'] &
  Groups['money'] &
  Groups['play'] &
  Groups['rewards'] &
  Groups['pages']

const files = import.meta.glob<{ words: Partial<Words> }>('./*/*.ts')
/** What was fetched, by language: constants, so that one copy serves every page that the server draws. */
const fetched = new Map<Language, Partial<Words>>()

/**
 * Fetches the words of some groups; a screen is drawn only when its words are here.
 */
export async function loadWords(language: Language, groups: readonly Group[]): Promise<void> {
  await Promise.all(
    groups.map(async (group) => {
      const file = files[`./${language}/${group}.ts`]
      if (!file) throw new Error(`there are no words ${language}/${group}`)
      const { words } = await file()
      fetched.set(language, { ...fetched.get(language), ...words } as Partial<Words>)
    }),
  )
}

/** The language that a cookie or the browser's own list asks for, else English. */
export function languageOf(...asked: (string | null | undefined)[]): Language {
  for (const list of asked) {
    for (const part of (list ?? '').split(',')) {
      const code = part.trim().slice(0, 2).toLowerCase()
      if (code in languages) return code as Language
    }
  }
  return 'en'
}

const Context = createContext<Language>('en')

export function WordsProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <Context value={language}>{children}</Context>
}

export const useLanguage = (): Language => useContext(Context)

/** The words of this page's language: those of the core, and of the groups that the screen names in `routes.tsx`. */
export function useWords(): Words {
  return fetched.get(useLanguage()) as Words
}
