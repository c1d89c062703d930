import type { ContentPageName } from '@dhow/contract/content'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '../../shared/router.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { paths } from '../../app/paths.ts'
import { buttonClass } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { call } from '../../shared/api.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { Link } from '../../shared/link.tsx'
import { fill } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import styles from '../../shared/page.module.css'
import { renderedAtMs, usePortal } from '../../shared/portal.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { AcceptTerms } from './accept-terms.tsx'
import { TextBlocks } from './text-blocks.tsx'

const pageOf: Record<string, keyof Words['pages']> = {
  [paths.privacyPolicy]: 'privacy',
  [paths.privacy]: 'privacy',
  [paths.terms]: 'terms',
  [paths.responsible]: 'responsible',
  [paths.howToPlay]: 'howToPlay',
  [paths.howToDeposit]: 'howToDeposit',
}
/** Pages that an operator may replace. */
const operatorPage: Partial<Record<keyof Words['pages'], ContentPageName>> = {
  privacy: 'privacy',
  terms: 'terms',
  responsible: 'responsible',
  howToPlay: 'how-to-play',
}

/** Text page: the operator's version if there is one, else the built-in one. */
export default function TextPage() {
  const { pathname } = useLocation()
  const name = operatorPage[pageOf[pathname] ?? 'terms']
  return name ? <ReplaceablePage key={name} name={name} /> : <BuiltInPage />
}

function ReplaceablePage({ name }: { name: ContentPageName }) {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const { page: rendered, language } = usePortal()
  const words = useWords()
  const preview = search.get('preview')
  const { data, error, refetch } = useQuery({
    queryKey: ['content-page', name, language, preview],
    queryFn: () =>
      call('getContentPage', { params: { page: name }, query: { language, preview: preview ?? undefined } }),
    ...(rendered?.name === name
      ? {
          initialData: { status: 'success' as const, page: rendered.content },
          initialDataUpdatedAt: renderedAtMs,
        }
      : {}),
    staleTime: 60_000,
  })
  if (!data)
    return (
      <Page title={words.pages[pageOf[pathname] ?? 'terms'].title}>
        <LoadingOrError error={error} refetch={refetch} lines={5} />
      </Page>
    )
  if (!data.page) return <BuiltInPage />
  return (
    <Page title={data.page.title}>
      {preview === null ? null : <Notice tone="warn">{words.preview}</Notice>}
      <div className={styles['prose']}>
        <TextBlocks blocks={data.page.blocks} />
        <Links />
        {name === 'terms' && data.page.binding && preview === null ? <AcceptTerms /> : null}
      </div>
    </Page>
  )
}

/** Built-in page, filled in with the operator's name, licence and address. */
function BuiltInPage() {
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
        <Links />
      </div>
    </Page>
  )
}

/** Links at the end of some pages, built-in or not. */
function Links() {
  const { pathname } = useLocation()
  const words = useWords()
  if (pathname === paths.howToPlay)
    return (
      <p>
        <Link to={paths.startingPage}>{words.lobby.newHere}</Link> ·{' '}
        <Link to={paths.testingInfo}>{words.forSupport}</Link>
      </p>
    )
  if (pathname !== paths.responsible) return null
  return (
    <Link to={paths.accountDashboard} className={buttonClass()}>
      {words.nav.dashboard}
    </Link>
  )
}
