import { firstPage } from '@dhow/client/first-page'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { StaffHelpCase } from '@dhow/contract/help'
import { helpCategories } from '@dhow/contract/help-categories'
import type { PaymentCase } from '@dhow/contract/payment-cases'
import { Empty } from '@dhow/ui/feedback'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { formatWait, formatMoney } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { Queue, useQueueFilter, type QueueItem } from '../../shared/queue/queue.tsx'
import { Trail } from '../../shared/queue/trail.tsx'
import { usePermission, useMe } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { CaseDetail } from './case-detail.tsx'
import { HelpDetail } from './help-detail.tsx'
import { HelpTools } from './help-tools.tsx'

const words = en.cases

/** Payments of outside services that need review, and players' questions and complaints. */
export function Cases() {
  const { id } = useParams()
  const [settled, setSettled] = useState<PaymentCase>()
  const filter = useQueueFilter()
  const [params] = useSearchParams()
  const category = helpCategories.find((one) => one === params.get('category'))
  const isMine = params.get('mine') === 'yes'
  const isComplaint = params.get('complaint') === 'open'
  const interval = useLiveInterval()
  const seesQuestions = usePermission('help.see')
  const listed = useQuery({ queryKey: ['cases'], queryFn: () => call('staffPaymentCases'), refetchInterval: interval })
  const { operator: me } = useMe()
  const isOfPayments = filter.state === 'open' && !category && !isComplaint
  const fitting = listed.data?.cases.filter(({ assigned }) => !isMine || assigned?.id === me.id)
  const cases = isOfPayments ? fitting : fitting && []
  const questions = useInfiniteQuery({
    queryKey: ['help-cases', filter.state, filter.q, category, isMine, isComplaint],
    queryFn: ({ pageParam }) =>
      call('staffHelpCases', {
        query: {
          state: isHelpState(filter.state) ? filter.state : 'waiting',
          ...(category ? { category } : {}),
          ...(isMine ? { mine: 'yes' as const } : {}),
          ...(isComplaint ? { complaint: 'open' as const } : {}),
          ...{ q: filter.q, cursor: pageParam },
        },
      }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: interval,
    placeholderData: keepPreviousData,
    enabled: seesQuestions,
  })
  const asked = questions.data?.pages.flatMap((page) => page.cases)
  const counts = questions.data?.pages[0]?.counts ?? {}
  // Show a case that this operator has just settled with its result, even if the list still has it.
  const waiting = listed.data?.cases.find((one) => one.id === id)
  // Keep a case, with what was typed, if a colleague settles it while its form is open.
  const [last, setLast] = useState<PaymentCase>()
  if (waiting && waiting !== last) setLast(waiting)
  const [isDeciding, setDeciding] = useState(false)
  const kept = isDeciding && last?.id === id ? last : undefined
  const shown = settled?.id === id ? settled : (waiting ?? kept)
  return (
    <Page title={words.title} lead={words.lead} tools={<HelpTools />}>
      <Queue
        base={paths.cases}
        filter={filter}
        states={['answered', 'closed']}
        items={
          cases
            ? [...cases.filter((one) => isFound(one, filter.q)).map(itemOf), ...(asked ?? []).map(questionOf)]
            : undefined
        }
        counts={{ ...counts, open: (fitting?.length ?? 0) + (counts['waiting'] ?? 0) }}
        error={listed.error ?? questions.error}
        retry={() => {
          void listed.refetch()
          void questions.refetch()
        }}
        more={questions.hasNextPage ? () => void questions.fetchNextPage() : undefined}
        loadingMore={questions.isFetchingNextPage}
        selected={id}
        empty={{ title: words.emptyTitle, text: words.emptyText }}
      >
        {id === undefined ? null : id.startsWith('hlp_') ? (
          <HelpDetail key={id} id={id} />
        ) : !listed.data ? null : shown ? (
          <CaseDetail key={id} shown={shown} settled={setSettled} deciding={setDeciding} />
        ) : (
          <>
            <Empty title={words.goneTitle}>{words.goneText}</Empty>
            <Trail subject={id} heading="h2" />
          </>
        )}
      </Queue>
    </Page>
  )
}

function isFound({ id, reference, player }: PaymentCase, q: string): boolean {
  const text = q.toLowerCase()
  return [id, reference ?? '', player.player_name, player.mobile].some((value) => value.toLowerCase().includes(text))
}

const isHelpState = (state: string): state is StaffHelpCase['state'] =>
  ['waiting', 'answered', 'closed'].includes(state)

function questionOf(one: StaffHelpCase): QueueItem {
  const { id, payment, player, state, age_s, messages, complaint, assigned } = one
  const amount = payment && (payment.amount === '0.00' ? '?' : formatMoney(payment.amount, payment.currency))
  return {
    id,
    amount: complaint?.number ?? amount ?? words.categories[one.category],
    player: player.player_name,
    hint: [assigned?.name ?? words.kinds.help, messages.at(-1)?.text ?? ''].join(' · '),
    ...(one.first_answer_s === null && state === 'waiting' ? { flags: [words.noAnswerYet] } : {}),
    state,
    time: formatWait(age_s),
    warnings: 0,
  }
}

function itemOf(one: PaymentCase): QueueItem {
  return {
    id: one.id,
    amount: one.amount === null ? '?' : formatMoney(one.amount, one.currency),
    player: one.player.player_name,
    hint: [one.assigned?.name, words.kinds[one.kind]].filter(Boolean).join(' · '),
    state: one.state,
    time: formatWait(one.age_s),
    warnings: 0,
  }
}
