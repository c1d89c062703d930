import type { ApiError } from '@dhow/client/api-error'
import type { PlayerText } from '@dhow/contract/player-texts'
import { translate } from './translate.ts'
import { currentLanguage, loadWords } from './words/words.tsx'

/** A refusal in the player's language. */
interface Fault {
  message: string
  errors: Record<string, string[]>
}

/** Loads the catalogue of refusals; screens that check their own forms name it among their words. */
export const loadFaults = (): Promise<void> => loadWords(currentLanguage(), ['faults'])

/** Translates a text, after loading its catalogue. */
export async function translateFault(text: PlayerText): Promise<string> {
  await loadFaults()
  return translate(text)
}

/** Translates a refusal; keeps its English if its code is missing or unknown. */
export async function readFault({ message, errors, texts }: ApiError): Promise<Fault> {
  await loadFaults()
  const fields = Object.entries(errors).map(([name, english]) => {
    const own = texts.fields[name]
    return [name, own ? own.map((text, index) => translate(text) || english[index] || '') : english] as const
  })
  return { message: (texts.message && translate(texts.message)) || message, errors: Object.fromEntries(fields) }
}
