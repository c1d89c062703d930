import type { ApiError } from '@dhow/client/api-error'
import type { PlayerText } from '@dhow/contract/player-texts'
import { translate } from './translate.ts'
import { languageNow, loadWords } from './words/words.tsx'

/** A refusal as the player reads it. */
interface Fault {
  message: string
  errors: Record<string, string[]>
}

/** Fetches the catalogue of refusals; screens that check a form themselves have it among their words. */
export const loadFaults = (): Promise<void> => loadWords(languageNow(), ['faults'])

/** A text in the player's language, once its catalogue is fetched. */
export async function translateFault(text: PlayerText): Promise<string> {
  await loadFaults()
  return translate(text)
}

/** A refusal in the player's language; its English where it has no code, or one that this page does not know. */
export async function readFault({ message, errors, texts }: ApiError): Promise<Fault> {
  await loadFaults()
  const fields = Object.entries(errors).map(([name, english]) => {
    const own = texts.fields[name]
    return [name, own ? own.map((text, index) => translate(text) || english[index] || '') : english] as const
  })
  return { message: (texts.message && translate(texts.message)) || message, errors: Object.fromEntries(fields) }
}
