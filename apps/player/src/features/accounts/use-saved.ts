import type { PlayerText } from '@dhow/contract/player-texts'
import { useToast } from '@dhow/ui/toast'
import { loadTexts, say } from '../../shared/say.ts'
import { useWords } from '../../shared/words/words.tsx'

/** Waits for a change of limits or breaks, shows the sentence of its answer, and calls `changed`. */
export function useSaved(changed: () => void) {
  const { profile } = useWords()
  const toast = useToast()
  return async (work: Promise<{ text: PlayerText }>) => {
    const { text } = await work
    await loadTexts().catch(() => undefined)
    toast(say(text) || profile.saved, 'good')
    changed()
  }
}
