import type { ServerWords } from './server-sentences.ts'

type Pattern = readonly [form: RegExp, sentence: string]
/** The sentences with a gap, made ready once for each catalogue. */
const ready = new WeakMap<ServerWords, Pattern[]>()

/**
 * A refusal in the player's language: its own sentence where the catalogue has that, else the one of its code. What an operator wrote
 * themselves stays as it is.
 */
export function spokenRefusal(server: ServerWords, code: string, sentence: string): string {
  const known = spoken(server, sentence)
  if (known !== undefined) return known
  if (code === 'portal_forbidden' && !sentence.startsWith('You are not authorized')) return sentence
  if (code === 'maintenance' && !sentence.startsWith('We are working on the portal.')) return sentence
  return server.refusals[code as keyof ServerWords['refusals']] ?? sentence
}

/** The sentence in the words of a catalogue; undefined where it has none for it. */
export function spoken(server: ServerWords, sentence: string): string | undefined {
  const sentences = server.sentences as Record<string, string>
  if (sentences[sentence] !== undefined) return sentences[sentence]
  for (const [form, translated] of patternsOf(server)) {
    const found = form.exec(sentence)?.groups
    if (found)
      return translated.replace(/\{(\w+)\}/g, (_, name: string) => spoken(server, found[name]!) ?? found[name]!)
  }
  return undefined
}

function patternsOf(server: ServerWords): Pattern[] {
  const known = ready.get(server)
  if (known) return known
  const made = Object.entries(server.sentences)
    .filter(([english]) => english.includes('{'))
    // Match longer patterns first: a short one would take the long one's beginning for its gap.
    .sort(([one], [other]) => other.length - one.length)
    .map(([english, translated]): Pattern => {
      const form = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)')
      return [new RegExp(`^${form}$`, 'u'), translated]
    })
  ready.set(server, made)
  return made
}
