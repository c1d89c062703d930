import { useEffect, useRef, useState, type ComponentType } from 'react'
import { useLocation } from '../shared/router.tsx'
import { loadLater } from '../shared/load-later.ts'
import { useWords } from '../shared/words/words.tsx'
import { Avatar } from './avatar.tsx'
import styles from './shell.module.css'

/** Avatar in the header; opens the account's links. */
export function AvatarMenu() {
  const words = useWords()
  const [open, setOpen] = useState(false)
  /** Loaded for signed-in players only, to keep the links out of the lobby's script. */
  const [List, setList] = useState<ComponentType>()
  useEffect(
    () =>
      loadLater(
        () => import('./account-menu.tsx'),
        (menu) => setList(() => menu.AccountMenu),
      ),
    [],
  )
  const box = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!open) return
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && box.current?.contains(event.target)
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : isInside) return
      setOpen(false)
      // Return the focus to the button, since the menu is removed.
      if (event instanceof KeyboardEvent) box.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [open])
  return (
    <div className={`${styles['menu']} ${styles['desktop']}`} ref={box}>
      <button
        type="button"
        className={styles['avatar']}
        aria-label={words.nav.account}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Avatar />
      </button>
      {open && List ? <List /> : null}
    </div>
  )
}
