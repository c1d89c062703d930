import type { Language } from './words/words.tsx'

/** The cookie of the language that was chosen in this browser. */
export const languageCookie = 'dhow_language'
export const rememberLanguage = (language: Language) =>
  (document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax`)

/** Reloads the portal in another language; the cookie tells the server. */
export function showLanguage(language: Language) {
  rememberLanguage(language)
  location.reload()
}
