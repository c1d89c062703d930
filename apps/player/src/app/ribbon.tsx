import { useEffect, useState } from 'react'
import { setCachedListener, setSlowListener } from '../shared/api.ts'
import { fill, formatTime } from '../shared/format.ts'
import { usePortal } from '../shared/portal.tsx'
import { useWords } from '../shared/words/words.tsx'
import styles from './shell.module.css'

/** Portal-wide notices: sandbox mode, offline, slow answer. */
export function Ribbon() {
  const words = useWords()
  const { settings } = usePortal()
  const [offline, setOffline] = useState(false)
  const [since, setSince] = useState<Date>()
  const [slow, setSlow] = useState(false)
  useEffect(() => setCachedListener(setSince), [])
  useEffect(() => setSlowListener(setSlow), [])
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine)
    look()
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  if (offline || since || slow) {
    return (
      <p className={styles['ribbon']} role="status">
        {offline || since ? words.portal.offline : words.portal.slow}
        {since ? ` ${fill(words.portal.keptSince, { when: formatTime(since.toISOString()) })}` : ''}
      </p>
    )
  }
  return settings.mode === 'sandbox' ? (
    <aside className={styles['ribbon']} aria-label={words.portal.notice}>
      {words.portal.sandbox}
    </aside>
  ) : (
    <span />
  )
}
