import { useEffect, useState } from 'react'
import { Empty } from '@dhow/ui/feedback'
import { Mark } from '@dhow/ui/logo'
import { fill } from '../../shared/format.ts'
import { useClosed } from '../../shared/closed.ts'
import { fetchPortalState } from '../../shared/portal-status.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import styles from './closed.module.css'

const pollEveryMs = 15_000

/** Maintenance page: name, expected end in the player's time; returns to the portal by itself. */
export default function Maintenance() {
  const { name, until: end, message, changed } = useClosed()
  const { portal: words } = useWords()
  const language = useLanguage()
  const [until, setUntil] = useState<string>()
  useEffect(() => {
    // Only the browser knows the player's time zone.
    const at = end === null ? undefined : new Date(end)
    const isAhead = at !== undefined && at.getTime() > Date.now()
    setUntil(isAhead ? at.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }) : undefined)
  }, [end, language])
  useEffect(() => {
    const ask = () =>
      void fetchPortalState().then((answer) => {
        // Without an answer, keep the page.
        if (answer.build !== undefined || answer.portal.state !== 'active') changed(answer.portal)
      })
    const timer = setInterval(ask, pollEveryMs)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [changed])
  return (
    <main className={styles['closed']}>
      <Mark size={40} />
      <Empty
        isPage
        title={`${name}: ${words.maintenanceTitle}`}
        action={
          <>
            {until === undefined ? null : (
              <p>
                <time dateTime={end ?? ''}>{fill(words.maintenanceUntil, { when: until })}</time>
              </p>
            )}
            <p>{words.maintenanceReturns}</p>
          </>
        }
      >
        {message || words.maintenanceText}
      </Empty>
    </main>
  )
}
