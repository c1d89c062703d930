import { call } from './api.ts'
import { storeMoneyDisplay } from './money-display.ts'
import { currentLanguage, languages, type Language } from './words/words.tsx'

const name = 'dhow_language'
const remember = (language: Language) =>
  (document.cookie = `${name}=${language}; path=/; max-age=31536000; samesite=lax`)

/** Reloads the portal in another language; the cookie tells the server. */
export function showLanguage(language: Language) {
  remember(language)
  location.reload()
}

/**
 * Syncs language and display of amounts after sign-in: a language chosen in this browser is saved for the player, else the player's own is used
 * here. Returns whether the page has to be reloaded.
 */
export async function syncPreferences(): Promise<boolean> {
  try {
    if (document.cookie.split('; ').some((cookie) => cookie.startsWith(`${name}=`))) {
      const { preferences } = await call('setPreferences', { body: { language: currentLanguage() } })
      return storeMoneyDisplay(preferences.currency_display)
    }
    const { preferences, chosen } = await call('getPreferences')
    const isOther = storeMoneyDisplay(preferences.currency_display)
    if (!chosen.includes('language') || !(preferences.language in languages)) return isOther
    remember(preferences.language)
    return isOther || preferences.language !== currentLanguage()
  } catch {
    // Do not delay the sign-in; the next one tries again.
    return false
  }
}
