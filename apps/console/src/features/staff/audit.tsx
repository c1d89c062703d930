import { recordOf } from '@dhow/contract/records'
import { firstPage } from '@dhow/client/first-page'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffAudit } from '@dhow/contract/audit'
import { Empty } from '@dhow/ui/feedback'
import { pathOf, paths } from '../../app/paths.ts'
import { addressOf, call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { Filters } from '../../shared/filters.tsx'
import { formatExactTime } from '../../shared/format.ts'
import { ListTable } from '../../shared/list-table.tsx'
import { More } from '../../shared/more.tsx'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { en } from '../../shared/words/en.ts'
import { SearchForm, searched } from './search-form.tsx'
import styles from './audit.module.css'

const words = en.audit
const refreshEveryMs = 10_000
type Entry = ReplyOf<typeof staffAudit>['entries'][number]

/** Actions of operators, newest first; the address has the search. */
export function Audit() {
  const [params, setParams] = useSearchParams()
  const search = recordOf(searched, (name) => params.get(name) ?? '')
  const isSearch = searched.some((name) => search[name] !== '')
  const interval = useLiveInterval(refreshEveryMs)
  const listed = useInfiniteQuery({
    queryKey: ['audit', 'list', search],
    queryFn: ({ pageParam }) => call('staffAudit', { query: { ...search, cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: interval,
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={words.title} lead={words.lead}>
      <Filters set={search} searched={params.toString()} hasKey>
        <SearchForm
          key={params.toString()}
          search={search}
          go={(next) => setParams(Object.fromEntries(Object.entries(next).filter(([, text]) => text !== '')))}
        />
      </Filters>
      <Asked query={listed}>
        {(data) => {
          const entries = data.pages.flatMap((page) => page.entries)
          if (entries.length === 0) {
            return !isSearch ? (
              <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
            ) : (
              <Empty title={words.noneTitle} action={<Link to={paths.audit}>{en.console.all}</Link>}>
                {words.noneText}
              </Empty>
            )
          }
          return (
            <>
              <ListTable
                name="audit"
                label={words.title}
                columns={[
                  { key: 'when', label: words.when },
                  { key: 'who', label: words.who, isShort: true },
                  { key: 'what', label: words.what },
                  { key: 'about', label: words.about, isShort: true },
                ]}
                rows={entries.map((entry) => ({ key: entry.id, cells: cellsOf(entry) }))}
              />
              <More of={listed} />
            </>
          )
        }}
      </Asked>
    </Page>
  )
}

function cellsOf(entry: Entry) {
  const changed = entry.before !== null || entry.after !== null
  return {
    when: formatExactTime(entry.at),
    who: entry.operator ?? words.program,
    what: (
      <>
        <span>{entry.text}</span>
        <div className={styles['more']}>
          <code>{entry.action}</code>
          {/* The entry is in the public log within seconds after the action. */}
          <a
            className={styles['proof']}
            href={addressOf('auditProof', { id: entry.id })}
            download
            aria-label={`${words.proofOf}: ${entry.text}`}
          >
            {words.proof}
          </a>
          {changed ? (
            <details className={styles['details']}>
              <summary>{words.details}</summary>
              <dl>
                <dt>{words.before}</dt>
                <dd>
                  <code>{JSON.stringify(entry.before)}</code>
                </dd>
                <dt>{words.after}</dt>
                <dd>
                  <code>{JSON.stringify(entry.after)}</code>
                </dd>
              </dl>
            </details>
          ) : null}
        </div>
      </>
    ),
    about: <About subject={entry.subject} />,
  }
}

function About({ subject }: { subject: string }) {
  const path = pathOf(subject) ?? `${paths.audit}?subject=${encodeURIComponent(subject)}`
  return (
    <Link to={path}>
      <code>{subject}</code>
    </Link>
  )
}
