import { renderPlayerText, type PlayerText } from '@dhow/contract/player-texts'
import { money, withMoney } from './format.ts'
import { otherLanguageNow, textsNow } from './words/words.tsx'

/** A text of the server in the player's language; nothing for a code that this page does not know, and before the catalogue is fetched. */
export function say(text: PlayerText): string {
  const texts = textsNow()
  return (texts && renderPlayerText(texts, text, { money })) ?? ''
}

/** A sentence of the server in the player's language, and its amounts as the player likes them; otherwise as it came. */
export function saySentence(sentence: string): string {
  const { server, spoken } = otherLanguageNow() ?? {}
  return withMoney((server && spoken?.(server, sentence)) ?? sentence)
}

/** A refusal in the player's language, by its code where its sentence is not known. */
export function sayRefusal(code: string, sentence: string): string {
  const { server, spokenRefusal } = otherLanguageNow() ?? {}
  return withMoney((server && spokenRefusal?.(server, code, sentence)) ?? sentence)
}
