import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { PaymentCase } from '@dhow/contract/payments'
import { Empty } from '@dhow/ui/feedback'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { age, money } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { Queue, useQueueFilter, type QueueItem } from '../../shared/queue/queue.tsx'
import { Trail } from '../../shared/queue/trail.tsx'
import { en } from '../../shared/words/en.ts'
import { CaseDetail } from './case-detail.tsx'

const words = en.cases

/** Payments of outside services that wait for a person. The whole list is short, so it is searched here. */
export function Cases() {
  const { id } = useParams()
  const [settled, setSettled] = useState<PaymentCase>()
  const filter = useQueueFilter()
  const interval = useLiveInterval()
  const listed = useQuery({ queryKey: ['cases'], queryFn: () => call('staffPaymentCases'), refetchInterval: interval })
  const cases = listed.data?.cases
  // What this operator has just settled is shown as it ended, also while the list still has it.
  const shown = settled?.id === id ? settled : cases?.find((one) => one.id === id)
  return (
    <Page title={words.title} lead={words.lead}>
      <Queue
        base={paths.cases}
        filter={filter}
        states={[]}
        items={cases?.filter((one) => isFound(one, filter.q)).map(itemOf)}
        counts={cases ? { open: cases.length } : {}}
        error={listed.error}
        retry={() => void listed.refetch()}
        more={undefined}
        loadingMore={false}
        selected={id}
        empty={{ title: words.emptyTitle, text: words.emptyText }}
      >
        {id === undefined || !cases ? null : shown ? (
          <CaseDetail key={id} shown={shown} settled={setSettled} />
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

function itemOf(one: PaymentCase): QueueItem {
  return {
    id: one.id,
    amount: one.amount === null ? '?' : money(one.amount, one.currency),
    player: one.player.player_name,
    hint: words.kinds[one.kind],
    state: one.state,
    time: age(one.age_s),
    warnings: 0,
  }
}
