import { useParams } from 'react-router'
import type { StaffDeposit } from '@dhow/contract/deposit-review'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { formatWait, formatCount, fill, formatMoney, formatTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { flagsOf } from '../../shared/queue/holds.tsx'
import { Queue, useQueueFilter, type QueueItem } from '../../shared/queue/queue.tsx'
import { useQueuePages } from '../../shared/queue/use-queue-pages.ts'
import { en } from '../../shared/words/en.ts'
import { isOpenDeposit } from './open-states.ts'
import { DepositDetail } from './deposit-detail.tsx'

const words = en.deposits

/** Deposit queue, oldest first, beside the deposit under review. */
export function Deposits() {
  const { id } = useParams()
  const filter = useQueueFilter()
  const { pages, counts, ...listed } = useQueuePages('deposits', filter, (query) => call('staffDeposits', { query }))
  return (
    <Page
      title={words.title}
      lead={counts['open'] ? fill(en.money.waiting, { count: formatCount(counts['open']) }) : undefined}
    >
      <Queue
        base={paths.deposits}
        filter={filter}
        states={['needs_info', 'awaiting_second_approval', 'approved', 'rejected', 'reversed']}
        items={pages?.flatMap((page) => page.deposits.map(itemOf))}
        counts={counts}
        {...listed}
        selected={id}
        empty={{ title: words.emptyTitle, text: words.emptyText }}
      >
        {id === undefined ? null : <DepositDetail key={id} id={id} />}
      </Queue>
    </Page>
  )
}

function itemOf(deposit: StaffDeposit): QueueItem {
  return {
    id: deposit.id,
    amount: formatMoney(deposit.credited_amount ?? deposit.declared_amount, deposit.currency),
    player: deposit.player.player_name,
    hint: [deposit.method, deposit.claimed_by].filter(Boolean).join(' · '),
    state: deposit.state,
    time: isOpenDeposit(deposit) ? formatWait(deposit.age_s) : formatTime(deposit.submitted_at),
    warnings: deposit.warnings.length,
    flags: flagsOf(deposit.held),
  }
}
