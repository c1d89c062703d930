import { useSession } from '../shared/session.tsx'
import { paths } from './paths.ts'
import styles from './shell.module.css'

/** Badge with the number of unread messages. */
export function Unread({ of }: { of: string | undefined }) {
  const { unread } = useSession()
  return of === paths.messages && unread ? <b className={styles['unread']}>{unread}</b> : null
}
