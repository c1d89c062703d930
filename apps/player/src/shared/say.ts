import { otherLanguageNow } from './words/words.tsx'

/** A sentence of the server in the player's language; as it came where the catalogue has none, and in English. */
export function say(sentence: string): string {
  const { server, spoken } = otherLanguageNow() ?? {}
  return (server && spoken?.(server, sentence)) ?? sentence
}

/** A refusal in the player's language, by its code where its sentence is not known. */
export function sayRefusal(code: string, sentence: string): string {
  const { server, spokenRefusal } = otherLanguageNow() ?? {}
  return (server && spokenRefusal?.(server, code, sentence)) ?? sentence
}
