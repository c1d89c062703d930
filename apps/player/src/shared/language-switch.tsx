import { call } from './api.ts'
import { showLanguage } from './language.ts'
import styles from './page.module.css'
import { useSession } from './session.tsx'
import { languages, useLanguage, useWords, type Language } from './words/words.tsx'

/** The languages, each in its own name; the chosen one is kept for the player, and in this browser for the next page. */
export function LanguageSwitch() {
  const words = useWords()
  const language = useLanguage()
  const { session } = useSession()
  const choose = async (next: Language) => {
    // A choice that could not be sent to the server still holds in this browser.
    if (session.state === 'in') await call('setPreferences', { body: { language: next } }).catch(() => undefined)
    showLanguage(next)
  }
  return (
    <div className={styles['languages']} role="group" aria-label={words.portal.language}>
      {(Object.entries(languages) as [Language, string][]).map(([code, name]) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === language}
          onClick={() => void (code === language ? undefined : choose(code))}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
