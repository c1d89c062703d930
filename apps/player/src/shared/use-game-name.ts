import type { OtherNames } from '@dhow/contract/shapes'
import { useLanguage, type Language } from './words/words.tsx'

/** A name in a language, else in English. */
export const nameIn = (language: Language, name: string, names: OtherNames | undefined): string =>
  (language === 'en' ? undefined : names?.[language]) ?? name

/** Name of a game in the page's language, else in English. */
export function useGameName({ name, names }: { name: string; names?: OtherNames | undefined }): string {
  return nameIn(useLanguage(), name, names)
}
