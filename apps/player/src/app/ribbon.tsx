import { useEffect, useState } from 'react'
import { whenKept, whenSlow } from '../shared/api.ts'
import { fill, when } from '../shared/format.ts'
import { usePortal } from '../shared/portal.tsx'
import { useWords } from '../shared/words/words.tsx'
import styles from './shell.module.css'

/** Notices for the whole portal: the sandbox, or that the phone is offline, or that an answer takes long. */
export function Ribbon() {
  const words = useWords()
  const { settings } = usePortal()
  const [offline, setOffline] = useState(false)
  const [since, setSince] = useState<Date>()
  const [slow, setSlow] = useState(false)
  useEffect(() => whenKept(setSince), [])
  useEffect(() => whenSlow(setSlow), [])
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
        {since ? ` ${fill(words.portal.keptSince, { when: when(since.toISOString()) })}` : ''}
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
