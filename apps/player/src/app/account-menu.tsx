import { Icon } from '@dhow/ui/icons'
import { accountLinks } from '../shared/account-links.ts'
import { Link } from '../shared/link.tsx'
import { useSession } from '../shared/session.tsx'
import { useWords } from '../shared/words/words.tsx'
import { Unread } from './unread.tsx'

/** Links of a signed-in player, opened by the avatar. */
export function AccountMenu() {
  const words = useWords()
  const { session, signOut } = useSession()
  if (session.state !== 'in') return null
  return (
    <ul>
      {accountLinks(words, session.user.market).map((link) => (
        <li key={link.to}>
          <Link to={link.to}>
            <Icon name={link.icon} size={20} />
            {link.label}
            <Unread of={link.to} />
          </Link>
        </li>
      ))}
      <li>
        <button type="button" onClick={() => void signOut()}>
          <Icon name="out" size={20} />
          {words.nav.logout}
        </button>
      </li>
    </ul>
  )
}
