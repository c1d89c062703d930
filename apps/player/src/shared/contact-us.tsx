import type { PortalSettings } from '@dhow/contract/portal'
import { fill } from './format.ts'
import styles from './page.module.css'
import { useWords } from './words/words.tsx'

/** Contact details for visitors whom the portal refuses, also to withdraw money: by hand, since calls are refused. */
export function ContactUs({ support: { email, phone, hours } }: Pick<PortalSettings, 'support'>) {
  const { reachUs: words } = useWords()
  return (
    <section className={styles['reach']}>
      <h2>{words.title}</h2>
      <p>{words.withdraw}</p>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
        {phone ? (
          <>
            {' · '}
            <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
          </>
        ) : null}
      </p>
      {hours ? <p>{fill(words.hours, { hours })}</p> : null}
    </section>
  )
}
