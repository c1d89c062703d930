import { useEffect, useState } from 'react'
import { Empty } from '@dhow/ui/feedback'
import { Mark } from '@dhow/ui/logo'
import { fill } from '../../shared/format.ts'
import { askPortal, type PortalState } from '../../shared/portal-status.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'

const askEachMs = 15_000

/** The portal is in maintenance: its name, the expected end in the player's own time, and the portal again by itself when it is back. */
export function Maintenance({
  name,
  portal,
  changed,
}: {
  name: string
  portal: Extract<PortalState, { state: 'maintenance' }>
  changed: (portal: PortalState) => void
}) {
  const { portal: words } = useWords()
  const language = useLanguage()
  const [until, setUntil] = useState<string>()
  useEffect(() => {
    // The player's time zone is known in the browser only.
    const at = portal.until === null ? undefined : new Date(portal.until)
    const isAhead = at !== undefined && at.getTime() > Date.now()
    setUntil(isAhead ? at.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }) : undefined)
  }, [portal.until, language])
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
    <main>
      <Mark size={48} />
      <Empty
        title={`${name}: ${words.maintenanceTitle}`}
        action={
          <>
            {until === undefined ? null : (
              <p>
                <time dateTime={portal.until ?? ''}>{fill(words.maintenanceUntil, { when: until })}</time>
              </p>
            )}
            <p>{words.maintenanceReturns}</p>
          </>
        }
      >
        {portal.message || words.maintenanceText}
      </Empty>
    </main>
  )
}
