import { useParams } from 'react-router'
import type { StaffWithdrawal } from '@dhow/contract/withdrawal-review'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { formatWait, formatCount, fill, formatMoney, formatTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { flagsOf } from '../../shared/queue/holds.tsx'
import { Queue, useQueueFilter, type QueueItem } from '../../shared/queue/queue.tsx'
import { useQueuePages } from '../../shared/queue/use-queue-pages.ts'
import { en } from '../../shared/words/en.ts'
import { isOpenWithdrawal } from './open-states.ts'
import { WithdrawalDetail } from './withdrawal-detail.tsx'

const words = en.withdrawals

/** Withdrawal queue, oldest first, beside the selected one. */
export function Withdrawals() {
  const { id } = useParams()
  const filter = useQueueFilter()
  const { pages, counts, ...listed } = useQueuePages('withdrawals', filter, (query) =>
    call('staffWithdrawals', { query }),
  )
  return (
    <Page
      title={words.title}
      lead={counts['open'] ? fill(en.money.waiting, { count: formatCount(counts['open']) }) : undefined}
    >
      <Queue
        base={paths.withdrawals}
        filter={filter}
        states={['awaiting_second_approval', 'approved', 'sent', 'unknown', 'paid', 'rejected', 'failed', 'returned']}
        items={pages?.flatMap((page) => page.withdrawals.map(itemOf))}
        counts={counts}
        {...listed}
        selected={id}
        empty={{ title: words.emptyTitle, text: words.emptyText }}
      >
        {id === undefined ? null : <WithdrawalDetail key={id} id={id} />}
      </Queue>
    </Page>
  )
}

function itemOf(withdrawal: StaffWithdrawal): QueueItem {
  return {
    id: withdrawal.id,
    amount: formatMoney(withdrawal.amount, withdrawal.currency),
    player: withdrawal.player.player_name,
    hint: `${withdrawal.account.label} ${withdrawal.account.number}`,
    state: withdrawal.state,
    time: isOpenWithdrawal(withdrawal) ? formatWait(withdrawal.age_s) : formatTime(withdrawal.requested_at),
    warnings: withdrawal.warnings.length,
    flags: flagsOf(withdrawal.stops),
  }
}
