import type { Game } from '@dhow/contract/catalog'
import { useLanguage } from './words/words.tsx'

/** Name of a game in the page's language, else in English. */
export function useGameName({ name, names }: Pick<Game, 'name' | 'names'>): string {
  const language = useLanguage()
  return (language === 'en' ? undefined : names?.[language]) ?? name
}
