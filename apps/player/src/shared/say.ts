import { renderPlayerText, type PlayerText } from '@dhow/contract/player-texts'
import { money } from './format.ts'
import { coreWordsNow, languageNow, loadWords, type Words } from './words/words.tsx'

/** Fetches the catalogue of texts that the server sends by code; screens that show payments have it among their words. */
export const loadTexts = (): Promise<void> => loadWords(languageNow(), ['texts'])

/** A text of the server in the player's language; nothing for a code that this page does not know, and before the catalogue is fetched. */
export function say(text: PlayerText): string {
  const { texts }: Partial<Words> = coreWordsNow()
  return (texts && renderPlayerText(texts, text, { money })) ?? ''
}
