import { formatLimit } from '@dhow/contract/money'
import { renderPlayerText, type PlayerText, type TextWriter } from '@dhow/contract/player-texts'
import { marked, money, moneyDisplayNow, symbolOf } from './format.ts'
import { coreWordsNow, languageNow, loadWords, type Words } from './words/words.tsx'

/** Fetches the catalogue of texts that the server sends by code; screens that show payments have it among their words. */
export const loadTexts = (): Promise<void> => loadWords(languageNow(), ['texts'])

const writer: TextWriter = {
  money,
  limit(amount, currency) {
    const text = marked(formatLimit(amount, currency))
    return moneyDisplayNow() === 'code' ? text.replace(`${symbolOf(currency)} `, `${currency}\u00a0`) : text
  },
}

/** A text of the server in the player's language; nothing for a code that this page does not know, and before its catalogue is fetched. */
export function translate(text: PlayerText): string {
  const { texts, faultTexts, termTexts }: Partial<Words> = coreWordsNow()
  return renderPlayerText({ ...texts, ...faultTexts, ...termTexts }, text, writer) ?? ''
}
