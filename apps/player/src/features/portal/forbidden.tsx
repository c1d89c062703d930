import type { PortalSettings } from '@dhow/contract/portal'
import { Mark } from '@dhow/ui/logo'
import { Empty } from '@dhow/ui/feedback'
import { ReachUs } from '../../shared/reach-us.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './closed.module.css'

/** The whole portal is closed, with the operator's own words where there are some, and the way to help and to one's money. */
export function Forbidden({ message, settings }: { message: string; settings: PortalSettings }) {
  const words = useWords()
  return (
    <main className={styles['closed']}>
      <p className={styles['brand']}>
        <Mark size={40} />
        <span translate="no">{settings.portal_name}</span>
      </p>
      <Empty isPage title={words.portal.forbidden} action={<ReachUs support={settings.support} />}>
        {message || words.portal.notAuthorized}
      </Empty>
    </main>
  )
}
