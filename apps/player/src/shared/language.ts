import { call } from './api.ts'
import { languageNow, languages, type Language } from './words/words.tsx'

const name = 'dhow_language'
const remember = (language: Language) =>
  (document.cookie = `${name}=${language}; path=/; max-age=31536000; samesite=lax`)

/** Draws the portal anew in another language; the cookie lets the server draw it so from the first byte. */
export function showLanguage(language: Language) {
  remember(language)
  location.reload()
}

/**
 * After signing in: a language that was chosen in this browser is the player's from now on, else the one that the player chose elsewhere is
 * this browser's. Answers whether the page has to be drawn anew for it.
 */
export async function languageFollows(): Promise<boolean> {
  try {
    if (document.cookie.split('; ').some((cookie) => cookie.startsWith(`${name}=`))) {
      await call('setPreferences', { body: { language: languageNow() } })
      return false
    }
    const { preferences, chosen } = await call('getPreferences')
    if (!chosen.includes('language') || !(preferences.language in languages)) return false
    remember(preferences.language)
    return preferences.language !== languageNow()
  } catch {
    // It is no reason to keep a player waiting at the door: the next sign-in asks again.
    return false
  }
}
