import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, NavLink, Route, Routes, useLocation, useNavigate } from 'react-router'
import { Button, buttonClass } from '@dhow/ui/button'
import { Dialog } from '@dhow/ui/dialog'
import { Empty } from '@dhow/ui/feedback'
import { Icon } from '@dhow/ui/icons'
import { Kbd } from '@dhow/ui/kbd'
import { Mark } from '@dhow/ui/logo'
import { useToast } from '@dhow/ui/toast'
import { Overview } from '../features/overview/overview.tsx'
import { EndTakenRole } from '../features/staff/break-glass.tsx'
import { TodayFigures } from '../features/reports/today-figures.tsx'
import { call, sentenceOf } from '../shared/api.ts'
import { fill, formatTimeOfDay, formatTime } from '../shared/format.ts'
import { useKeys } from '../shared/keys.tsx'
import { RoleRequired } from '../shared/role-required.tsx'
import { Page } from '../shared/page.tsx'
import { usePresence } from '../shared/presence.tsx'
import { rememberSignedIn, useMe } from '../shared/session.tsx'
import { useTheme } from '../shared/theme.ts'
import { en } from '../shared/words/en.ts'
import { ConsoleIcon } from '../shared/console-icon.tsx'
import { ConsoleSearch, useSearchKeys } from './console-search.tsx'
import { KeyList } from './key-list.tsx'
import { PageMenu } from './page-menu.tsx'
import { paths } from './paths.ts'
import { navItems, routes } from './routes.tsx'
import styles from './shell.module.css'

/** Layout of every screen: operator, navigation, content. */
export function Shell() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [help, setHelp] = useState(false)
  const [searching, setSearching] = useState(false)
  const items = useNavItems()
  useSearchKeys(() => setSearching(true))
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's clean-up.
    void scrollTo(0, 0)
  }, [pathname])
  useKeys({
    '?': () => setHelp(true),
    ...Object.fromEntries(items.slice(0, 9).map((item, index) => [String(index + 1), () => void navigate(item.to)])),
  })
  return (
    <div className={styles['shell']}>
      <a href="#content" className={`${buttonClass('main', { small: true })} ${styles['skip']}`}>
        {en.console.skip}
      </a>
      <Header openHelp={() => setHelp(true)} openSearch={() => setSearching(true)} />
      <Ribbon />
      <ReadOnlyNotice />
      <TakenRole />
      <BrokenBooks />
      <NavItems />
      <main id="content" className={styles['main']}>
        <Routes>
          <Route
            path={paths.home}
            element={
              <Overview
                screens={navItems}
                figures={(today, setMarket) => <TodayFigures today={today} setMarket={setMarket} />}
              />
            }
          />
          {routes.map(({ path, element }) => (
            <Route key={path} path={path} element={<ForRole path={path}>{element}</ForRole>} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </main>
      <Dialog open={help} close={() => setHelp(false)} label={en.help.title}>
        <KeyList close={() => setHelp(false)} />
      </Dialog>
      <ConsoleSearch open={searching} close={() => setSearching(false)} />
    </div>
  )
}

function Header({ openHelp, openSearch }: { openHelp: () => void; openSearch: () => void }) {
  const { operator, portal_name, mode } = useMe()
  const [, toggleTheme] = useTheme()
  const toast = useToast()
  const signOut = () => {
    // Reload, so that no data of this operator stays in memory.
    call('staffSignOut', { body: {} }).then(
      () => {
        rememberSignedIn(false)
        location.assign(paths.home)
      },
      (error: unknown) => toast(sentenceOf(error), 'bad'),
    )
  }
  return (
    <header className={styles['header']}>
      <Link to={paths.home} className={styles['brand']} aria-label={portal_name} translate="no">
        <Mark size={26} />
        <span>{portal_name}</span>
      </Link>
      {mode === 'sandbox' ? <span className={styles['mode']}>{en.console.sandbox}</span> : null}
      <button type="button" className={styles['search']} aria-label={en.search.open} onClick={openSearch}>
        <Icon name="search" size={20} />
        <span>{en.console.search}</span>
        <Kbd>/</Kbd>
      </button>
      <Bell />
      <Link
        to={paths.myAccount}
        className={styles['who']}
        aria-label={fill(en.myAccount.open, { name: operator.name, role: operator.role_name })}
      >
        <strong translate="no">{operator.name}</strong> <span>{operator.role_name}</span>
      </Link>
      <button type="button" className={styles['tool']} aria-label={en.console.keys} onClick={openHelp}>
        <Kbd>?</Kbd>
      </button>
      <button type="button" className={styles['tool']} aria-label={en.console.theme} onClick={toggleTheme}>
        <Icon name="sun" size={20} />
      </button>
      <Button kind="plain" small onClick={signOut} aria-label={en.console.signOut} className={styles['out']}>
        <Icon name="out" size={20} />
        <span>{en.console.signOut}</span>
      </Button>
    </header>
  )
}

/** Link to the notices, with the number of unread ones. */
function Bell() {
  const { notices_unread: unread } = useMe()
  if (typeof unread !== 'number') return null
  return (
    <Link to={paths.notices} className={styles['bell']} aria-label={fill(en.notices.bell, { count: unread })}>
      <Icon name="bell" size={20} />
      {unread > 0 ? (
        <span className={styles['count']} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      ) : null}
    </Link>
  )
}

/** Screens of the role with their groups; number keys count only these. */
function useNavItems() {
  const { permissions } = useMe()
  return navItems
    .map((item, index) => ({ ...item, group: navItems.slice(0, index + 1).findLast(({ group }) => group)?.group }))
    .filter(({ needs }) => permissions.includes(needs))
}

function NavItems() {
  const { queues } = useMe()
  const items = useNavItems()
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // On a phone the row of items is wider than the screen.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav className={styles['nav-items']} aria-label={en.console.main}>
      <PageMenu items={items} />
      <ul ref={list}>
        <li>
          <NavLink to={paths.home} end>
            <Icon name="home" size={18} />
            <span className={styles['label']}>{en.overview.title}</span>
          </NavLink>
        </li>
        {items.map((item, index) => {
          const count = item.queue ? queues[item.queue] : 0
          return (
            <li key={item.to} data-group={item.group === items[index - 1]?.group ? undefined : item.group}>
              <NavLink to={item.to}>
                <ConsoleIcon name={item.icon} size={18} />
                <span className={styles['label']}>{item.label}</span>
                {count > 0 ? (
                  <span className={styles['count']} aria-hidden="true">
                    {count}
                  </span>
                ) : null}
                {index < 9 ? <Kbd>{String(index + 1)}</Kbd> : null}
              </NavLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Notices that apply to the whole console. */
function Ribbon() {
  const { isPresent, online } = usePresence()
  if (online && isPresent) return null
  return (
    <p className={styles['ribbon']} role="status">
      {online ? en.console.resting : en.console.offline}
    </p>
  )
}

/** Banner on every page: end date of a read-only account. */
function ReadOnlyNotice() {
  const { seat_ends_at: endsAt } = useMe()
  if (!endsAt) return null
  return (
    <p className={styles['ribbon']} data-seat>
      {fill(en.console.seat, { until: formatTime(endsAt) })}
    </p>
  )
}

/** Banner on every page: the operator has taken an emergency role. */
function TakenRole() {
  const { break_glass: taken } = useMe()
  if (!taken) return null
  return (
    <p className={styles['alarm']} role="status" data-break-glass>
      {fill(en.breakGlass.banner, { role: taken.role_name, until: formatTimeOfDay(taken.until) })} <EndTakenRole />
    </p>
  )
}

/** Banner for every operator on every page while a ledger check fails, since money may be affected. */
function BrokenBooks() {
  const { books } = useMe()
  if (books.ok !== false && books.broken === 0) return null
  return (
    <p className={styles['alarm']} role="alert">
      <strong>{fill(en.health.alarm, { count: books.broken })}</strong>{' '}
      <Link to={paths.health}>{en.health.alarmLink}</Link>
    </p>
  )
}

/** Guards a screen of the navigation and its detail pages by the role. */
function ForRole({ path, children }: { path: string; children: ReactNode }) {
  const { permissions } = useMe()
  const screen = navItems.find(({ to }) => path === to || path.startsWith(`${to}/:`))
  if (!screen || permissions.includes(screen.needs)) return children
  return (
    <Page title={screen.label}>
      <RoleRequired />
    </Page>
  )
}

function NotFound() {
  return (
    <Page title={en.console.notFound}>
      <Empty title={en.console.notFound}>{en.console.notFoundText}</Empty>
    </Page>
  )
}
