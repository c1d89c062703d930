import { firstPage } from '@dhow/client/first-page'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { StatementLine } from '@dhow/contract/statement-lines'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Kbd } from '@dhow/ui/kbd'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { formatWait, fill, formatMoney } from '../../shared/format.ts'
import { useKeyHold, useKeys } from '../../shared/keys.tsx'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { pagesOf } from '../../shared/queue/pages-of.ts'
import { Queue, useQueueFilter, type QueueItem } from '../../shared/queue/queue.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { ExactMatches } from './exact-matches.tsx'
import { ImportForm } from './import-form.tsx'
import { LineDetail } from './line-detail.tsx'

const words = en.statements
const states = [
  'exact',
  'by_hand',
  'outgoing',
  'awaiting_second_approval',
  'credited',
  'assigned',
  'linked',
  'dismissed',
] as const
type LineFilter = (typeof states)[number] | 'open'
const filterOf = (text: string): LineFilter => states.find((state) => state === text) ?? 'open'

/** Statement lines: open ones, oldest first, and exact ones to approve together. */
export function Statements() {
  const { id } = useParams()
  const [open, setOpen] = useState<'import' | 'exact'>()
  const filter = useQueueFilter()
  const interval = useLiveInterval()
  const mayDecide = usePermission('statements.import')
  const listed = useInfiniteQuery({
    queryKey: ['statement-lines', filter.state, filter.q],
    queryFn: ({ pageParam }) =>
      call('staffStatementLines', { query: { state: filterOf(filter.state), q: filter.q, cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: interval,
    placeholderData: keepPreviousData,
  })
  // Hold keys while the rows still belong to the previous filter.
  useKeyHold(listed.isPending || listed.isPlaceholderData, 'list')
  const counts = listed.data?.pages[0]?.counts ?? {}
  const exact = counts['exact'] ?? 0
  const canApprove = mayDecide && exact > 0
  useKeys({ x: canApprove && open === undefined ? () => setOpen('exact') : undefined })
  const close = () => setOpen(undefined)
  return (
    <Page
      title={words.title}
      lead={counts['open'] ? fill(en.money.waiting, { count: counts['open'] }) : words.lead}
      tools={mayDecide && open === undefined ? <Button onClick={() => setOpen('import')}>{words.import}</Button> : null}
    >
      {open === 'import' ? <ImportForm close={close} /> : null}
      {open === 'exact' ? <ExactMatches close={close} /> : null}
      {canApprove && open === undefined ? (
        <Notice tone="info">
          <p>{fill(words.exactBar, { count: exact })}</p>
          <Button small onClick={() => setOpen('exact')}>
            {words.approveExact} <Kbd>x</Kbd>
          </Button>
        </Notice>
      ) : null}
      <Queue
        base={paths.statements}
        filter={filter}
        states={states}
        items={listed.data?.pages.flatMap((page) => page.lines.map(itemOf))}
        counts={counts}
        {...pagesOf(listed)}
        selected={id}
        empty={{ title: words.emptyTitle, text: words.emptyText }}
      >
        {id === undefined ? null : <LineDetail key={id} id={id} />}
      </Queue>
    </Page>
  )
}

function itemOf(line: StatementLine): QueueItem {
  const waits = line.state === 'waiting'
  const [best] = line.candidates
  const isExact = line.candidates.some((candidate) => candidate.exact)
  return {
    id: line.id,
    amount: formatMoney(line.amount, line.currency),
    player:
      line.player?.player_name ??
      (isExact && best ? best.player.player_name : line.reference || line.text.slice(0, 40)),
    hint: line.account_name,
    state: waits ? (isExact ? 'exact' : 'by_hand') : line.state,
    time: line.decided_at === null ? formatWait(line.age_s) : line.day,
    warnings: line.looks_like === null ? 0 : 1,
  }
}
