import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigationType } from '../shared/router.tsx'
import { buttonClass } from '@dhow/ui/button'
import { LanguageSwitch } from '../shared/language-switch.tsx'
import { Link } from '../shared/link.tsx'
import { MovedContext } from '../shared/page.tsx'
import { usePortal } from '../shared/portal.tsx'
import { useWords } from '../shared/words/words.tsx'
import { Header } from './header.tsx'
import { LinkList } from './link-list.tsx'
import { paths } from './paths.ts'
import { Ribbon } from './ribbon.tsx'
import styles from './shell.module.css'
import { sideLinks } from './side-links.ts'
import { SocialLinks } from './social-links.tsx'
import { Tabs } from './tabs.tsx'

/** The frame of every screen: header, sidebar or tab bar, and the screen. Parts below a phone's first screen hydrate on their own. */
export function Shell({ children }: { children: ReactNode }) {
  const words = useWords()
  const [side, setSide] = useState(true)
  const { pathname, key } = useLocation()
  const how = useNavigationType()
  const [firstKey] = useState(key)
  const shown = useRef({ key, pathname })
  const { settings } = usePortal()
  useEffect(() => {
    const last = shown.current
    shown.current = { key, pathname }
    // Keep the scroll position of a reload, or from before hydration.
    if (last.key === key) return
    // A filter that replaces the address stays on the screen; a link to another filter opens a new one.
    if (how !== 'REPLACE' || last.pathname !== pathname) scrollTo(0, 0)
  }, [key, how, pathname])
  return (
    <div className={styles['shell']}>
      <a href="#content" className={`${buttonClass('main', { small: true })} ${styles['skip']}`}>
        {words.portal.skip}
      </a>
      <Header toggleSide={() => setSide((open) => !open)} />
      <Ribbon />
      <div className={styles['body']} data-side={side ? 'open' : 'closed'}>
        <nav className={styles['side']} aria-label={words.nav.main}>
          <Suspense>
            <LinkList links={sideLinks(words)} />
            <Link to={paths.allGames} className={buttonClass('quiet', { wide: true })}>
              {words.nav.allGames}
            </Link>
            <SocialLinks />
          </Suspense>
        </nav>
        <main id="content" className={styles['main']}>
          <MovedContext value={key !== firstKey}>{children}</MovedContext>
        </main>
      </div>
      <footer className={styles['foot']}>
        <Suspense>
          <p>
            {settings.operator_name}
            {settings.licence ? ` · ${settings.licence}` : ''} ·{' '}
            <Link to={paths.responsible}>{words.nav.responsible}</Link>
          </p>
          <LanguageSwitch />
          <SocialLinks />
        </Suspense>
      </footer>
      <Tabs />
    </div>
  )
}
