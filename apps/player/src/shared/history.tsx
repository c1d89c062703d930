import type { Currency } from '@dhow/contract/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '@dhow/ui/button'
import { Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { Card, Money, Stack } from '@dhow/ui/layout'
import { sentencesOf } from './api.ts'
import { Facts } from './facts.tsx'
import { money } from './format.ts'
import { Page } from './page.tsx'
import styles from './page.module.css'
import { useSession } from './session.tsx'
import { useWords } from './words/words.tsx'

export interface HistoryQuery {
  cursor?: string | undefined
  state?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

interface HistoryPage<Item> {
  data: Item[]
  next_cursor: string | null
  totals: { in: string; out: string; net: string }
  currency: Currency
}

/** What every history screen is: filters, the totals of the period, rows, and a way to older ones. It follows the live stream. */
export function History<Item extends { id: string }>({
  title,
  queryKey,
  fetchPage,
  states,
  empty,
  row,
}: {
  title: string
  queryKey: string
  fetchPage: (query: HistoryQuery) => Promise<HistoryPage<Item>>
  states: (readonly [string, string])[]
  empty: string
  row: (item: Item) => ReactNode
}) {
  const words = useWords()
  const [filter, setFilter] = useState<Omit<HistoryQuery, 'cursor'>>({})
  const { listen } = useSession()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [queryKey, filter],
    queryFn: ({ pageParam }) => fetchPage({ ...filter, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  useEffect(
    () =>
      listen((message) =>
        message.type === 'deposit' || message.type === 'withdrawal' || message.type === 'balance'
          ? void refetch()
          : undefined,
      ),
    [listen, refetch],
  )
  const set = (change: Partial<HistoryQuery>) => setFilter((before) => ({ ...before, ...change }))
  const first = data?.pages[0]
  const items = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Page title={title} wide>
      <form method="post" className={styles['filters']} onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label={words.payment.filter}
          value={filter.state ?? ''}
          onChange={(event) => set({ state: event.target.value || undefined })}
        >
          <option value="">{words.payment.filterAll}</option>
          {states.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label={words.payment.from}
          type="date"
          value={filter.from ?? ''}
          onChange={(event) => set({ from: event.target.value || undefined })}
        />
        <TextField
          label={words.payment.to}
          type="date"
          value={filter.to ?? ''}
          onChange={(event) => set({ to: event.target.value || undefined })}
        />
      </form>
      {first ? (
        <Facts
          facts={[
            [words.payment.totalIn, <Money key="in">{money(first.totals.in, first.currency)}</Money>],
            [words.payment.totalOut, <Money key="out">{money(first.totals.out, first.currency)}</Money>],
            [words.payment.net, <Money key="net">{money(first.totals.net, first.currency)}</Money>],
          ]}
        />
      ) : null}
      {error ? (
        <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : !data ? (
        <Skeleton lines={6} label={words.portal.loading} />
      ) : items.length === 0 ? (
        <Empty title={words.payment.emptyTitle}>{empty}</Empty>
      ) : (
        <Stack as="ul">
          {items.map((item) => (
            <li key={item.id}>
              <Card className={styles['row']}>{row(item)}</Card>
            </li>
          ))}
        </Stack>
      )}
      {hasNextPage ? (
        <Button kind="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.payment.more}
        </Button>
      ) : null}
    </Page>
  )
}
