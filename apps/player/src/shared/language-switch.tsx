import { call } from './api.ts'
import { showLanguage } from './language.ts'
import styles from './page.module.css'
import { useSession } from './session.tsx'
import { languages, useLanguage, useWords, type Language } from './words/words.tsx'

/** Choice of language, each in its own name; saved for the player and in this browser. */
export function LanguageSwitch() {
  const words = useWords()
  const language = useLanguage()
  const { session } = useSession()
  const choose = async (next: Language) => {
    // If saving on the server fails, the choice still applies in this browser.
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
