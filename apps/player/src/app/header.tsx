import { buttonClass } from '@dhow/ui/button'
import { Icon } from '@dhow/ui/icons'
import { HiddenText } from '@dhow/ui/hidden-text'
import { Mark } from '@dhow/ui/logo'
import { formatMoney } from '../shared/format.ts'
import { Link } from '../shared/link.tsx'
import { usePortal } from '../shared/portal.tsx'
import { useSession } from '../shared/session.tsx'
import { useWords } from '../shared/words/words.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { Avatar } from './avatar.tsx'
import { paths } from './paths.ts'
import styles from './shell.module.css'
import { Unread } from './unread.tsx'
import { useDeposit } from './use-deposit.ts'

export function Header({ toggleSide }: { toggleSide: () => void }) {
  const words = useWords()
  const { looksSignedIn } = useSession()
  const { settings } = usePortal()
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
      {looksSignedIn ? <PlayerTools /> : <VisitorTools />}
    </header>
  )
}

function PlayerTools() {
  const words = useWords()
  const { session, unread } = useSession()
  const deposit = useDeposit()
  return (
    <>
      <div className={styles['coins']}>
        <span>
          <HiddenText>{words.nav.balance}: </HiddenText>
          <span data-testid="balance">
            {session.state === 'in' ? formatMoney(session.user.chips, session.user.currency) : '…'}
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
      <Link to={paths.messages} className={`${styles['icon']} ${styles['bell']}`}>
        <Icon name="bell" />
        <HiddenText>{unread ? `${words.nav.messages}: ` : words.nav.messages}</HiddenText>
        <Unread of={paths.messages} />
      </Link>
      <FullScreen />
      <Link to={paths.profile} className={`${styles['avatar']} ${styles['phone']}`} aria-label={words.nav.profile}>
        <Avatar />
      </Link>
      <AvatarMenu />
    </>
  )
}

function VisitorTools() {
  const words = useWords()
  return (
    <>
      <Link to={paths.login} className={buttonClass('plain', { small: true })}>
        {words.nav.login}
      </Link>
      <Link to={paths.register} className={buttonClass('main', { small: true })}>
        {words.nav.signup}
      </Link>
    </>
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
