import { Icon } from '@dhow/ui/icons'
import type { AccountLink } from '../shared/account-links.ts'
import { PlaceLink } from '../shared/link.tsx'
import styles from './shell.module.css'
import { Unread } from './unread.tsx'

/** Links with their icons, one below the other. */
export function LinkList({ links }: { links: AccountLink[] }) {
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
