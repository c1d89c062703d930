import type { PortalSettings } from '@dhow/contract/portal'
import { Mark } from '@dhow/ui/logo'
import { Empty } from '@dhow/ui/feedback'
import { ContactUs } from '../../shared/contact-us.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './closed.module.css'

/** Page of a closed portal: the operator's text, if any, and how to get help and withdraw money. */
export function Forbidden({ message, settings }: { message: string; settings: PortalSettings }) {
  const words = useWords()
  return (
    <main className={styles['closed']}>
      <p className={styles['brand']}>
        <Mark size={40} />
        <span translate="no">{settings.portal_name}</span>
      </p>
      <Empty isPage title={words.portal.forbidden} action={<ContactUs support={settings.support} />}>
        {message || words.portal.notAuthorized}
      </Empty>
    </main>
  )
}
