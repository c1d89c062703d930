import { useEffect, useState } from 'react'
import { Empty } from '@dhow/ui/feedback'
import { Mark } from '@dhow/ui/logo'
import { fill } from '../../shared/format.ts'
import { useClosed } from '../../shared/closed.ts'
import { askPortal } from '../../shared/portal-status.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import styles from './closed.module.css'

const askEachMs = 15_000

/** The portal is in maintenance: its name, the expected end in the player's own time, and the portal again by itself when it is back. */
export default function Maintenance() {
  const { name, until: end, message, changed } = useClosed()
  const { portal: words } = useWords()
  const language = useLanguage()
  const [until, setUntil] = useState<string>()
  useEffect(() => {
    // The player's time zone is known in the browser only.
    const at = end === null ? undefined : new Date(end)
    const isAhead = at !== undefined && at.getTime() > Date.now()
    setUntil(isAhead ? at.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }) : undefined)
  }, [end, language])
  useEffect(() => {
    const ask = () =>
      void askPortal().then((answer) => {
        // Without an answer nothing is known, and the page stays.
        if (answer.build !== undefined || answer.portal.state !== 'active') changed(answer.portal)
      })
    const timer = setInterval(ask, askEachMs)
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
