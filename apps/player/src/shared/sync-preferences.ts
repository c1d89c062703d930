import { call } from './api.ts'
import { languageCookie, rememberLanguage } from './language.ts'
import { storeMoneyDisplay } from './money-display.ts'
import { currentLanguage, languages } from './words/words.tsx'

/**
 * After signing in: a language that was chosen in this browser is the player's from now on, else the one that the player chose elsewhere is
 * this browser's; and amounts are written as the player likes them. Returns whether the page has to be rendered again for it.
 */
export async function syncPreferences(): Promise<boolean> {
  try {
    if (document.cookie.split('; ').some((cookie) => cookie.startsWith(`${languageCookie}=`))) {
      const { preferences } = await call('setPreferences', { body: { language: currentLanguage() } })
      return storeMoneyDisplay(preferences.currency_display)
    }
    const { preferences, chosen } = await call('getPreferences')
    const isOther = storeMoneyDisplay(preferences.currency_display)
    if (!chosen.includes('language') || !(preferences.language in languages)) return isOther
    rememberLanguage(preferences.language)
    return isOther || preferences.language !== currentLanguage()
  } catch {
    // It is no reason to delay a sign-in: the next one asks again.
    return false
  }
}
