import { Icon, type IconName } from '@dhow/ui/icons'
import { PlaceLink } from '../shared/link.tsx'
import { useSession } from '../shared/session.tsx'
import { useWords } from '../shared/words/words.tsx'
import { paths } from './paths.ts'
import styles from './shell.module.css'

/** Tab bar at the bottom of a phone's screen. */
export function Tabs() {
  const words = useWords()
  const { looksSignedIn } = useSession()
  return (
    <nav className={styles['tabs']} aria-label={words.nav.menu}>
      <Tab to={paths.home} icon="home" label={words.nav.home} />
      <Tab to={paths.allGames} icon="games" label={words.nav.allGames} />
      {looksSignedIn ? (
        <Tab to={paths.paymentMethod} icon="wallet" label={words.nav.deposit} />
      ) : (
        <Tab to={paths.howToPlay} icon="help" label={words.nav.howToPlay} />
      )}
      <Tab to={paths.menu} icon="menu" label={words.nav.menu} />
    </nav>
  )
}

function Tab({ to, icon, label }: { to: string; icon: IconName; label: string }) {
  return (
    <PlaceLink to={to}>
      <Icon name={icon} />
      {label}
    </PlaceLink>
  )
}
