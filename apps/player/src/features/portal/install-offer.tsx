import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from '../../shared/router.tsx'
import { Button } from '@dhow/ui/button'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { usePortal } from '../../shared/portal.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { recordRefusal, recordVisit, installKey, isQuiet, readMemory, type InstallMemory } from './install-memory.ts'
import { installWay } from './install-way.ts'
import styles from './install.module.css'

/** Screens that show the offer: none with a form or a game. */
const places: readonly string[] = [paths.home, paths.menu, paths.profile, paths.messages]
const minVisits = 3
const minDeposits = 2
const checkEveryMs = 5 * 60_000

/** Offers to install the portal, after the second credited deposit or from the third visit on, to a player without a break or block. */
export function InstallOffer() {
  const { install: words } = useWords()
  const { settings } = usePortal()
  const { pathname } = useLocation()
  const { memory, keep } = useMemory(pathname)
  const way = installWay()
  const isPlace = way !== undefined && places.includes(pathname) && memory !== undefined && !memory.isQuiet
  const isDue = useIsDue(isPlace, memory?.visits ?? 0)
  useEffect(() => {
    const installed = () => keep((before) => recordRefusal(before, true, Date.now()))
    addEventListener('appinstalled', installed)
    return () => removeEventListener('appinstalled', installed)
  }, [keep])
  if (!isPlace || !isDue) return null
  const refuse = (isForGood: boolean) => keep((before) => recordRefusal(before, isForGood, Date.now()))
  const install = async () => {
    const question = window.dhowInstall
    if (!question) return
    // A prompt can be used once.
    window.dhowInstall = undefined
    await question.prompt()
    refuse((await question.userChoice).outcome === 'accepted')
  }
  const name = settings.portal_name
  return (
    <aside className={styles['offer']} aria-label={words.label}>
      <p>{fill(way === 'prompt' ? words.text : words.byHand, { name })}</p>
      <div className={styles['answers']}>
        {way === 'prompt' ? (
          <Button kind="quiet" small onClick={() => void install()}>
            {words.install}
          </Button>
        ) : null}
        <Button kind="plain" small onClick={() => refuse(false)}>
          {words.later}
        </Button>
        <Button kind="plain" small onClick={() => refuse(true)}>
          {words.never}
        </Button>
      </div>
    </aside>
  )
}

/** Visits and refusals of this browser; opening a screen or showing the tab extends a visit. */
function useMemory(pathname: string) {
  const [memory, setMemory] = useState<{ visits: number; isQuiet: boolean }>()
  const [keep] = useState(() => (change: (before: InstallMemory) => InstallMemory) => {
    const after = change(readMemory(localStorage.getItem(installKey)))
    localStorage.setItem(installKey, JSON.stringify(after))
    setMemory({ visits: after.visits, isQuiet: isQuiet(after, Date.now()) })
  })
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') keep((before) => recordVisit(before, Date.now()))
    }
    look()
    const timer = setInterval(look, checkEveryMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [pathname, keep])
  return { memory, keep }
}

/** Whether there were enough visits or deposits and there is no break or block; checked on each screen, so that a new break counts. */
function useIsDue(isWanted: boolean, visits: number): boolean {
  const { key } = useLocation()
  const hasCome = visits >= minVisits
  const credited = useQuery({
    queryKey: ['install', 'credited', key],
    queryFn: async () =>
      (await call('depositHistory', { query: { state: 'completed', limit: minDeposits } })).data.length,
    enabled: isWanted && !hasCome,
    staleTime: Infinity,
  })
  const isOften = hasCome || (credited.data ?? 0) >= minDeposits
  const limits = useQuery({
    queryKey: ['install', 'block', key],
    queryFn: async () => (await call('getLimits')).block,
    enabled: isWanted && isOften,
    staleTime: Infinity,
  })
  return isOften && limits.data === null
}
