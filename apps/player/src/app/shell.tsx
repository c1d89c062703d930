import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { buttonClass } from '@dhow/ui/button'
import { Icon, type IconName } from '@dhow/ui/icons'
import { HiddenText } from '@dhow/ui/layout'
import { Mark } from '@dhow/ui/logo'
import { useToast } from '@dhow/ui/toast'
import type { Place } from '../shared/account-links.ts'
import { whenKept, whenSlow } from '../shared/api.ts'
import { fill, money, when } from '../shared/format.ts'
import { LanguageSwitch } from '../shared/language-switch.tsx'
import { Link, PlaceLink } from '../shared/link.tsx'
import { MovedContext } from '../shared/page.tsx'
import { usePortal } from '../shared/portal.tsx'
import { useSession } from '../shared/session.tsx'
import { useWords, type Words } from '../shared/words/words.tsx'
import { loadLater } from '../shared/load-later.ts'
import { paths } from './paths.ts'
import styles from './shell.module.css'

export const sideLinks = ({ nav }: Words): Place[] => [
  { to: paths.home, label: nav.home, icon: 'home' },
  { to: paths.allGames, label: nav.allGames, icon: 'games' },
  { to: `${paths.filteredGames}?type=card`, label: nav.liveCasino, icon: 'cards' },
  { to: `${paths.filteredGames}?type=crash`, label: nav.crashGames, icon: 'wave' },
  { to: paths.providers, label: nav.providers, icon: 'grid' },
  { to: paths.refer, label: nav.refer, icon: 'gift' },
  { to: paths.howToPlay, label: nav.howToPlay, icon: 'help' },
  { to: paths.responsible, label: nav.responsible, icon: 'heart' },
  { to: paths.terms, label: nav.terms, icon: 'paper' },
  { to: paths.privacyPolicy, label: nav.privacy, icon: 'lock' },
]

/** The frame of every screen: header, sidebar or tab bar, and the screen itself. */
export function Shell({ children }: { children: ReactNode }) {
  const words = useWords()
  const [side, setSide] = useState(true)
  const { pathname, key } = useLocation()
  const how = useNavigationType()
  const [firstKey] = useState(key)
  const shown = useRef({ key, pathname })
  const { settings } = usePortal()
  const { looksSignedIn } = useSession()
  useEffect(() => {
    const last = shown.current
    shown.current = { key, pathname }
    // Keep the scroll position of a page read before hydration or reloaded.
    if (last.key === key) return
    // A filter that changes the address in place is no other screen; a link to another filter is one.
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
          <LinkList links={sideLinks(words)} />
          <Link to={paths.allGames} className={buttonClass('quiet', { wide: true })}>
            {words.nav.allGames}
          </Link>
          <SocialLinks />
        </nav>
        <main id="content" className={styles['main']}>
          <MovedContext value={key !== firstKey}>{children}</MovedContext>
        </main>
      </div>
      <footer className={styles['foot']}>
        <p>
          {settings.operator_name}
          {settings.licence ? ` · ${settings.licence}` : ''} ·{' '}
          <Link to={paths.responsible}>{words.nav.responsible}</Link>
        </p>
        <LanguageSwitch />
        <SocialLinks />
      </footer>
      <nav className={styles['tabs']} aria-label={words.nav.menu}>
        <Tab to={paths.home} icon="home" label={words.nav.home} />
        <Tab to={paths.allGames} icon="games" label={words.nav.allGames} />
        {looksSignedIn ? (
          <Tab to={paths.paymentMethod} icon="wallet" label={words.nav.deposit} />
        ) : (
          <Tab to={paths.howToPlay} icon="help" label={words.nav.howToPlay} />
        )}
        <Tab to={paths.menu} icon="menu" label={words.nav.menu} of={paths.messages} />
      </nav>
    </div>
  )
}

function Tab({ to, icon, label, of }: { to: string; icon: IconName; label: string; of?: string }) {
  return (
    <PlaceLink to={to}>
      <Icon name={icon} />
      {label}
      <Unread of={of} />
    </PlaceLink>
  )
}

/** The number of unread messages beside what leads to them. */
export function Unread({ of }: { of: string | undefined }) {
  const { unread } = useSession()
  return of === paths.messages && unread ? <b className={styles['unread']}>{unread}</b> : null
}

export function LinkList({ links }: { links: Place[] }) {
  return (
    <ul className={styles['list']}>
      {links.map((link) => (
        <li key={link.to}>
          <PlaceLink to={link.to}>
            <Icon name={link.icon} size={20} />
            {link.label}
            <Unread of={link.to} />
          </PlaceLink>
        </li>
      ))}
    </ul>
  )
}

/** Links to the operator's other channels from the settings; nothing without them. */
export function SocialLinks() {
  const words = useWords()
  const { social } = usePortal().settings
  if (social.length === 0) return null
  return (
    <ul className={styles['social']} aria-label={words.nav.follow}>
      {social.map(({ name, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer" aria-label={name} title={name}>
            {name.slice(0, 1)}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The Deposit button works only where the operator has deposits switched on. */
export function useDeposit(): () => void {
  const words = useWords()
  const { settings } = usePortal()
  const navigate = useNavigate()
  const toast = useToast()
  return () => (settings.auto_deposit === 1 ? void navigate(paths.paymentMethod) : toast(words.nav.depositsOff, 'bad'))
}

function Header({ toggleSide }: { toggleSide: () => void }) {
  const words = useWords()
  const { session, looksSignedIn } = useSession()
  const { settings } = usePortal()
  const deposit = useDeposit()
  return (
    <header className={styles['header']}>
      <button
        type="button"
        className={`${styles['icon']} ${styles['desktop']}`}
        aria-label={words.nav.sidebar}
        onClick={toggleSide}
      >
        <Icon name="menu" />
      </button>
      <Link to={paths.home} className={styles['brand']}>
        <Mark />
        <span translate="no">{settings.portal_name}</span>
      </Link>
      <Link
        to={paths.topGames}
        state={{ search: true }}
        className={`${styles['icon']} ${styles['desktop']}`}
        aria-label={words.nav.search}
      >
        <Icon name="search" />
      </Link>
      {looksSignedIn ? (
        <>
          <div className={styles['coins']}>
            <span>
              <HiddenText>{words.nav.balance}: </HiddenText>
              <span data-testid="balance">
                {session.state === 'in' ? money(session.user.chips, session.user.currency) : '…'}
              </span>
            </span>
            <button type="button" aria-label={words.nav.addCoins} onClick={deposit}>
              <Icon name="plus" size={20} />
            </button>
          </div>
          <button
            type="button"
            className={`${buttonClass('main', { small: true })} ${styles['desktop']}`}
            onClick={deposit}
          >
            {words.nav.deposit}
          </button>
          <FullScreen />
          <Link to={paths.profile} className={`${styles['avatar']} ${styles['phone']}`} aria-label={words.nav.profile}>
            <Avatar />
          </Link>
          <AvatarMenu />
        </>
      ) : (
        <>
          <Link to={paths.login} className={buttonClass('plain', { small: true })}>
            {words.nav.login}
          </Link>
          <Link to={paths.register} className={buttonClass('main', { small: true })}>
            {words.nav.signup}
          </Link>
        </>
      )}
    </header>
  )
}

function FullScreen() {
  const words = useWords()
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void document.documentElement.requestFullscreen().catch(() => undefined)
  }
  return (
    <button
      type="button"
      className={`${styles['icon']} ${styles['desktop']}`}
      aria-label={words.nav.fullscreen}
      onClick={toggle}
    >
      <Icon name="full" />
    </button>
  )
}

/** Picture in place of one that does not come. */
const defaultAvatar = '/avatars/dhow.svg'

/** The player's picture; the default one where it does not come, and their initial where they chose none. */
function Avatar() {
  const { session } = useSession()
  const [broken, setBroken] = useState<string>()
  if (session.state !== 'in') return <Icon name="person" />
  const { avatar, player_name } = session.user
  return avatar ? (
    <img src={avatar === broken ? defaultAvatar : avatar} alt="" onError={() => setBroken(avatar)} />
  ) : (
    player_name.slice(0, 1)
  )
}

function AvatarMenu() {
  const words = useWords()
  const [open, setOpen] = useState(false)
  /** Its places are fetched for signed-in players, so that the lobby's script leaves them out. */
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
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : box.current?.contains(event.target as Node)) return
      setOpen(false)
      // Keys go on from the button; whatever of the menu had the focus is gone.
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
      <Unread of={paths.messages} />
      {open && List ? <List /> : null}
    </div>
  )
}

/** Notices for the whole portal: the sandbox, or that the phone is offline, or that an answer takes long. */
function Ribbon() {
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
