import type { Language } from './words/words.tsx'

/** Draws the portal anew in another language; the cookie lets the server draw it so from the first byte. */
export function showLanguage(language: Language) {
  document.cookie = `dhow_language=${language}; path=/; max-age=31536000; samesite=lax`
  location.reload()
}
