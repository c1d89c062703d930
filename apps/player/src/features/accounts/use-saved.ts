import type { PlayerText } from '@dhow/contract/player-texts'
import { useToast } from '@dhow/ui/toast'
import { loadTexts, translate } from '../../shared/translate.ts'
import { useWords } from '../../shared/words/words.tsx'

/** Waits for a change of limits or breaks, shows the sentence of its answer, and calls `changed`. */
export function useSaved(changed: () => void) {
  const { profile } = useWords()
  const toast = useToast()
  return async (work: Promise<{ text: PlayerText }>) => {
    const { text } = await work
    await loadTexts().catch(() => undefined)
    toast(translate(text) || profile.saved, 'good')
    changed()
  }
}
