import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { buttonClass } from '@dhow/ui/button'
import { Icon, type IconName } from '@dhow/ui/icons'
import { HiddenText } from '@dhow/ui/layout'
import { Mark } from '@dhow/ui/logo'
import { useToast } from '@dhow/ui/toast'
import { money } from '../shared/format.ts'
import { usePortal } from '../shared/portal.tsx'
import { useSession } from '../shared/session.tsx'
import { en } from '../shared/words/en.ts'
import { paths } from './paths.ts'
import styles from './shell.module.css'

const words = en.nav

export const sideLinks: { to: string; label: string; icon: IconName }[] = [
  { to: paths.home, label: words.home, icon: 'home' },
  { to: paths.allGames, label: words.allGames, icon: 'games' },
  { to: `${paths.filteredGames}?type=card`, label: words.liveCasino, icon: 'cards' },
  { to: `${paths.filteredGames}?type=crash`, label: words.crashGames, icon: 'wave' },
  { to: paths.providers, label: words.providers, icon: 'grid' },
  { to: paths.howToPlay, label: words.howToPlay, icon: 'help' },
  { to: paths.responsible, label: words.responsible, icon: 'heart' },
  { to: paths.terms, label: words.terms, icon: 'paper' },
  { to: paths.privacyPolicy, label: words.privacy, icon: 'lock' },
]

export const accountLinks: { to: string; label: string; icon: IconName }[] = [
  { to: paths.paymentMethod, label: words.deposit, icon: 'down' },
  { to: paths.withdraw, label: words.withdraw, icon: 'up' },
  { to: paths.depositHistory, label: words.depositHistory, icon: 'history' },
  { to: paths.withdrawHistory, label: words.withdrawHistory, icon: 'history' },
  { to: paths.gameHistory, label: words.gameHistory, icon: 'wave' },
  { to: paths.profile, label: words.profile, icon: 'person' },
]

/** The frame of every screen: header, sidebar or tab bar, and the screen itself. */
export function Shell({ children }: { children: ReactNode }) {
  const [side, setSide] = useState(true)
  const { pathname } = useLocation()
  const { settings } = usePortal()
  const { looksSignedIn } = useSession()
  useEffect(() => {
    scrollTo(0, 0)
  }, [pathname])
  return (
    <div className={styles['shell']}>
      <a href="#content" className={`${buttonClass('main', { small: true })} ${styles['skip']}`}>
        {en.portal.skip}
      </a>
      <Header toggleSide={() => setSide((open) => !open)} />
      <Ribbon />
      <div className={styles['body']} data-side={side ? 'open' : 'closed'}>
        <nav className={styles['side']} aria-label={words.main}>
          <LinkList links={sideLinks} />
        </nav>
        <main id="content" className={styles['main']}>
          {children}
        </main>
      </div>
      <footer className={styles['foot']}>
        {settings.operator_name}
        {settings.licence ? ` · ${settings.licence}` : ''} · <Link to={paths.responsible}>{words.responsible}</Link>
      </footer>
      <nav className={styles['tabs']} aria-label={words.menu}>
        <Tab to={paths.home} icon="home" label={words.home} />
        <Tab to={paths.allGames} icon="games" label={words.allGames} />
        {looksSignedIn ? (
          <Tab to={paths.paymentMethod} icon="wallet" label={words.deposit} />
        ) : (
          <Tab to={paths.howToPlay} icon="help" label={words.howToPlay} />
        )}
        <Tab to={paths.menu} icon="menu" label={words.menu} />
      </nav>
    </div>
  )
}

function Tab({ to, icon, label }: { to: string; icon: IconName; label: string }) {
  return (
    <NavLink to={to} end>
      <Icon name={icon} />
      {label}
    </NavLink>
  )
}

export function LinkList({ links }: { links: typeof sideLinks }) {
  return (
    <ul className={styles['list']}>
      {links.map((link) => (
        <li key={link.to}>
          <NavLink to={link.to} end>
            <Icon name={link.icon} size={20} />
            {link.label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

/** The Deposit button works only where the operator has deposits switched on. */
export function useDeposit(): () => void {
  const { settings } = usePortal()
  const navigate = useNavigate()
  const toast = useToast()
  return () => (settings.auto_deposit === 1 ? void navigate(paths.paymentMethod) : toast(words.depositsOff, 'bad'))
}

function Header({ toggleSide }: { toggleSide: () => void }) {
  const { session, looksSignedIn } = useSession()
  const { settings } = usePortal()
  const deposit = useDeposit()
  return (
    <header className={styles['header']}>
      <button
        type="button"
        className={`${styles['icon']} ${styles['desktop']}`}
        aria-label={words.sidebar}
        onClick={toggleSide}
      >
        <Icon name="menu" />
      </button>
      <Link to={paths.home} className={styles['brand']}>
        <Mark />
        <span translate="no">{settings.portal_name}</span>
      </Link>
      <Link to={paths.topGames} className={`${styles['icon']} ${styles['desktop']}`} aria-label={words.search}>
        <Icon name="search" />
      </Link>
      {looksSignedIn ? (
        <>
          <div className={styles['coins']}>
            <span>
              <HiddenText>{words.balance}: </HiddenText>
              <span data-testid="balance">
                {session.state === 'in' ? money(session.user.chips, session.user.currency) : '…'}
              </span>
            </span>
            <button type="button" aria-label={words.addCoins} onClick={deposit}>
              <Icon name="plus" size={20} />
            </button>
          </div>
          <button
            type="button"
            className={`${buttonClass('main', { small: true })} ${styles['desktop']}`}
            onClick={deposit}
          >
            {words.deposit}
          </button>
          <FullScreen />
          <AvatarMenu />
        </>
      ) : (
        <>
          <Link to={paths.login} className={buttonClass('plain', { small: true })}>
            {words.login}
          </Link>
          <Link to={paths.register} className={buttonClass('main', { small: true })}>
            {words.signup}
          </Link>
        </>
      )}
    </header>
  )
}

function FullScreen() {
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void document.documentElement.requestFullscreen().catch(() => undefined)
  }
  return (
    <button
      type="button"
      className={`${styles['icon']} ${styles['desktop']}`}
      aria-label={words.fullscreen}
      onClick={toggle}
    >
      <Icon name="full" />
    </button>
  )
}

function AvatarMenu() {
  const { session, signOut } = useSession()
  const [open, setOpen] = useState(false)
  const [broken, setBroken] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const user = session.state === 'in' ? session.user : undefined
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!open) return
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !box.current?.contains(event.target as Node))
        setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [open])
  return (
    <div className={styles['menu']} ref={box}>
      <button
        type="button"
        className={styles['avatar']}
        aria-label={words.account}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {user?.avatar && !broken ? (
          <img src={user.avatar} alt="" onError={() => setBroken(true)} />
        ) : (
          (user?.player_name.slice(0, 1) ?? <Icon name="person" />)
        )}
      </button>
      {open ? (
        <ul>
          {accountLinks.map((link) => (
            <li key={link.to}>
              <Link to={link.to}>
                <Icon name={link.icon} size={20} />
                {link.label}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" onClick={() => void signOut()}>
              <Icon name="out" size={20} />
              {words.logout}
            </button>
          </li>
        </ul>
      ) : null}
    </div>
  )
}

/** What is true of the whole portal now: the sandbox, or that the phone is offline. */
function Ribbon() {
  const { settings } = usePortal()
  const [offline, setOffline] = useState(false)
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
  if (offline) {
    return (
      <p className={styles['ribbon']} role="status">
        {en.portal.offline}
      </p>
    )
  }
  return settings.mode === 'sandbox' ? <p className={styles['ribbon']}>{en.portal.sandbox}</p> : <span />
}
