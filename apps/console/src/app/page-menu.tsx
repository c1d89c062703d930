import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Dialog } from '@dhow/ui/dialog'
import { Icon } from '@dhow/ui/icons'
import { ConsoleIcon } from '../shared/console-icon.tsx'
import { useMe } from '../shared/session.tsx'
import { en } from '../shared/words/en.ts'
import styles from './page-menu.module.css'
import { paths } from './paths.ts'
import type { navItems } from './routes.tsx'

type Item = Omit<(typeof navItems)[number], 'group'> & { group: string | undefined }

/** All pages of the role by group, for windows that have no room for a column of them. */
export function PageMenu({ items }: { items: readonly Item[] }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const pagesOf = (name: string | undefined) => items.filter(({ group }) => group === name)
  const groups = [...new Set(items.map(({ group }) => group))]
  return (
    <>
      <button type="button" className={styles['open']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="menu" size={20} />
        {en.console.pages}
      </button>
      <Dialog open={isOpen} close={close} label={en.console.pages} className={styles['dialog']}>
        <div className={styles['menu']}>
          <div className={styles['head']}>
            <Link to={paths.home} onClick={close}>
              <Icon name="home" size={18} /> {en.overview.title}
            </Link>
            <button type="button" onClick={close}>
              {en.console.close}
            </button>
          </div>
          {groups.map((group) => (
            <section key={group}>
              <h2>{group}</h2>
              <ul>
                {pagesOf(group).map((page) => (
                  <li key={page.to}>
                    <PageLink page={page} close={close} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </Dialog>
    </>
  )
}

function PageLink({ page: { to, icon, label, queue }, close }: { page: Item; close: () => void }) {
  const { queues } = useMe()
  const { pathname } = useLocation()
  const count = queue ? queues[queue] : 0
  return (
    <Link to={to} aria-current={pathname === to ? 'page' : undefined} onClick={close}>
      <ConsoleIcon name={icon} size={18} />
      <span>{label}</span>
      {count > 0 ? <strong aria-hidden="true">{count}</strong> : null}
    </Link>
  )
}
