import { firstPage } from '@dhow/client/first-page'
import type { Currency } from '@dhow/contract/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from './search-params.ts'
import { Button } from '@dhow/ui/button'
import { Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { Card, Money, Stack } from '@dhow/ui/layout'
import { sentencesOf } from './api.ts'
import { Facts } from './facts.tsx'
import { formatMoney } from './format.ts'
import { useLiveEvents } from './live-events.ts'
import { HistoryDownload, type DownloadKind } from './history-download.tsx'
import { filterOf, withFilter } from './history-filter.ts'
import { Page } from './page.tsx'
import styles from './page.module.css'
import { useWords } from './words/words.tsx'

export interface HistoryQuery {
  limit?: number | undefined
  cursor?: string | undefined
  state?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** Slug of a game. */
  game?: string | undefined
}

export interface HistoryPage<Item> {
  data: Item[]
  next_cursor: string | null
  /** Totals of the whole period; null if unknown. */
  totals: { in: string; out: string; net: string } | null
  currency: Currency
}

const followed = ['deposit', 'withdrawal', 'balance'] as const

interface HistoryProps<Item> {
  title: string
  lead: string
  queryKey: string
  fetchPage: (query: HistoryQuery) => Promise<HistoryPage<Item>>
  states: (readonly [string, string])[]
  /** Games to filter by: slug and name. An empty list keeps the field's room. */
  games?: (readonly [string, string])[]
  empty: string
  row: (item: Item) => ReactNode
  /** Download of this history, if there is one. */
  download?: DownloadKind
  /** Shown between the title and the filters. */
  also?: ReactNode
}

/** Layout of every history screen: filters, totals, rows, a link to older ones. Follows the live stream. */
export function History<Item extends { id: string }>({
  title,
  lead,
  queryKey,
  fetchPage,
  states,
  games,
  empty,
  row,
  download,
  also,
}: HistoryProps<Item>) {
  const words = useWords()
  const [search, setSearch] = useSearchParams()
  const filter = filterOf(
    search,
    states.map(([state]) => state),
    games?.map(([slug]) => slug) ?? [],
  )
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [queryKey, filter.state, filter.from, filter.to, filter.game],
    queryFn: ({ pageParam }) => fetchPage({ ...filter, cursor: pageParam }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  useLiveEvents(followed, refetch)
  // Keep the filters in the address, so that a reload, a link and Back show the same rows.
  const set = (name: string, value: string) => setSearch((before) => withFilter(before, name, value), { replace: true })
  const first = data?.pages[0]
  return (
    <Page
      title={title}
      lead={lead}
      wide
      tools={
        download === undefined ? undefined : (
          <>
            <HistoryDownload kind={download} filter={filter} />
            {download === 'games' ? <HistoryDownload kind="rounds" filter={filter} /> : null}
          </>
        )
      }
    >
      {also}
      <HistoryFilters filter={filter} states={states} games={games} set={set} />
      {first?.totals ? <Totals totals={first.totals} currency={first.currency} /> : null}
      {error ? (
        <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : !data ? (
        <Skeleton lines={6} label={words.portal.loading} />
      ) : first?.data.length === 0 ? (
        Object.values(filter).some((value) => value !== undefined) ? (
          <NoMatch clear={() => setSearch({}, { replace: true })} />
        ) : (
          <Empty title={words.payment.emptyTitle}>{empty}</Empty>
        )
      ) : (
        <Rows items={data.pages.flatMap((page) => page.data)} row={row} />
      )}
      {hasNextPage ? (
        <Button kind="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.payment.more}
        </Button>
      ) : null}
    </Page>
  )
}

function NoMatch({ clear }: { clear: () => void }) {
  const { payment: words } = useWords()
  return (
    <Empty
      title={words.emptyFilter}
      action={
        <Button kind="quiet" onClick={clear}>
          {words.clearFilter}
        </Button>
      }
    />
  )
}

function Rows<Item extends { id: string }>({ items, row }: { items: Item[]; row: (item: Item) => ReactNode }) {
  return (
    <Stack as="ul">
      {items.map((item) => (
        <li key={item.id}>
          <Card className={styles['row']}>{row(item)}</Card>
        </li>
      ))}
    </Stack>
  )
}

type Filter = Omit<HistoryQuery, 'cursor' | 'limit'>

function HistoryFilters({
  filter,
  states,
  games,
  set,
}: {
  filter: Filter
  states: (readonly [string, string])[]
  games: (readonly [string, string])[] | undefined
  set: (name: string, value: string) => void
}) {
  const { payment: words } = useWords()
  return (
    <form method="post" className={styles['filters']} onSubmit={(event) => event.preventDefault()}>
      <SelectField
        label={words.filter}
        value={filter.state ?? ''}
        onChange={(event) => set('state', event.target.value)}
      >
        <option value="">{words.filterAll}</option>
        {states.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {games === undefined ? null : (
        <SelectField label={words.game} value={filter.game ?? ''} onChange={(event) => set('game', event.target.value)}>
          <option value="">{words.allGames}</option>
          {games.map(([slug, name]) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={words.from}
        type="date"
        value={filter.from ?? ''}
        onChange={(event) => set('from', event.target.value)}
      />
      <TextField
        label={words.to}
        type="date"
        value={filter.to ?? ''}
        onChange={(event) => set('to', event.target.value)}
      />
    </form>
  )
}

function Totals({ totals, currency }: { totals: NonNullable<HistoryPage<never>['totals']>; currency: Currency }) {
  const { payment: words } = useWords()
  return (
    <Facts
      facts={[
        [words.totalIn, <Money key="in">{formatMoney(totals.in, currency)}</Money>],
        [words.totalOut, <Money key="out">{formatMoney(totals.out, currency)}</Money>],
        [words.net, <Money key="net">{formatMoney(totals.net, currency)}</Money>],
      ]}
    />
  )
}
