import { withMoney } from './format.ts'
import { otherLanguageNow } from './words/words.tsx'

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
