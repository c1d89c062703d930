import { formatLimit } from '@dhow/contract/money'
import { renderPlayerText, type PlayerText, type TextWriter } from '@dhow/contract/player-texts'
import { currentMoneyDisplay, formatMoney, localizeMarks, symbolOf } from './format.ts'
import { currentCoreWords, currentLanguage, loadWords, type Words } from './words/words.tsx'

/** Loads the catalogue of texts that the server sends by code; screens with payments name it among their words. */
export const loadTexts = (): Promise<void> => loadWords(currentLanguage(), ['texts'])

const writer: TextWriter = {
  money: formatMoney,
  limit(amount, currency) {
    const text = localizeMarks(formatLimit(amount, currency))
    return currentMoneyDisplay() === 'code' ? text.replace(`${symbolOf(currency)} `, `${currency}\u00a0`) : text
  },
}

/** Translates a text of the server; empty for an unknown code or before the catalogue is loaded. */
export function translate(text: PlayerText): string {
  const { texts, faultTexts, termTexts }: Partial<Words> = currentCoreWords()
  return renderPlayerText({ ...texts, ...faultTexts, ...termTexts }, text, writer) ?? ''
}
