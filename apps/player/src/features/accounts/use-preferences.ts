import type { Preferences } from '@dhow/contract/profile'
import { useToast } from '@dhow/ui/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, sentencesOf } from '../../shared/api.ts'
import { showLanguage } from '../../shared/language.ts'
import { storeMoneyDisplay } from '../../shared/money-display.ts'
import { showSaver } from '../../shared/saver.ts'
import { showTheme } from '../../shared/theme.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'

/** The player's preferences, kept on the server and, for the next page, in this browser. */
export function usePreferences() {
  const words = useWords()
  const language = useLanguage()
  const client = useQueryClient()
  const toast = useToast()
  const query = useQuery({
    queryKey: ['preferences'],
    queryFn: async () => (await call('getPreferences')).preferences,
  })
  /** Saves one change and applies it. */
  const save = async (change: Partial<Preferences>) => {
    try {
      const answer = await call('setPreferences', { body: change })
      client.setQueryData(['preferences'], answer.preferences)
      if (change.theme) showTheme(change.theme)
      // Format the values already on the screen again.
      if (change.currency_display && storeMoneyDisplay(change.currency_display)) return location.reload()
      if (change.language && change.language !== language) showLanguage(change.language)
      else if (change.saver !== undefined) showSaver(change.saver)
      else toast(words.profile.saved, 'good')
    } catch (problem) {
      toast(sentencesOf(problem).join(' '), 'bad')
    }
  }
  return { ...query, save }
}
