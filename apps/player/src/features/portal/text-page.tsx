import { useLocation } from 'react-router'
import { paths } from '../../app/paths.ts'
import { buttonClass } from '@dhow/ui/button'
import { Link } from '../../shared/link.tsx'
import { fill } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import styles from '../../shared/page.module.css'
import { usePortal } from '../../shared/portal.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'

const pageOf: Record<string, keyof Words['pages']> = {
  [paths.privacyPolicy]: 'privacy',
  [paths.privacy]: 'privacy',
  [paths.terms]: 'terms',
  [paths.responsible]: 'responsible',
  [paths.howToPlay]: 'howToPlay',
  [paths.howToDeposit]: 'howToDeposit',
}

/** A page of plain text, with the operator's own name, licence and address put in. */
export default function TextPage() {
  const { pathname } = useLocation()
  const { settings } = usePortal()
  const words = useWords()
  const page = words.pages[pageOf[pathname] ?? 'terms']
  const values = {
    portal: settings.portal_name,
    operator: settings.operator_name || settings.portal_name,
    licence: settings.licence ?? words.noLicence,
    support: settings.support.email,
  }
  return (
    <Page title={page.title} lead={fill(page.lead, values)}>
      <div className={styles['prose']}>
        {page.sections.map((section) => (
          <section key={section.title}>
            <h2>{section.title}</h2>
            {section.text.map((text) => (
              <p key={text}>{fill(text, values)}</p>
            ))}
            {'list' in section ? (
              <ul>
                {section.list.map((item) => (
                  <li key={item}>{fill(item, values)}</li>
                ))}
              </ul>
            ) : null}
          </section>
        ))}
        {pathname === paths.howToPlay ? (
          <p>
            <Link to={paths.startingPage}>{words.lobby.newHere}</Link> ·{' '}
            <Link to={paths.testingInfo}>{words.forSupport}</Link>
          </p>
        ) : null}
        {pathname === paths.responsible ? (
          <Link to={paths.accountDashboard} className={buttonClass()}>
            {words.nav.dashboard}
          </Link>
        ) : null}
      </div>
    </Page>
  )
}
