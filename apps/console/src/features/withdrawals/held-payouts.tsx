import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PayoutBatch } from '@dhow/contract/payout-batches'
import type { StaffWithdrawal } from '@dhow/contract/withdrawal-review'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { useToast } from '@dhow/ui/toast'
import { call, sentenceOf } from '../../shared/api.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import styles from '../../shared/queue/detail.module.css'
import { translate } from '../../shared/translate.ts'
import { replaceShown } from '../../shared/queue/use-decision.ts'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.holds

/** Payouts of a draft batch that must not be sent, with reasons and a button to remove them. */
export function HeldPayouts({ batch, held }: { batch: PayoutBatch; held: readonly StaffWithdrawal[] }) {
  const client = useQueryClient()
  const refresh = useRefresh()
  const toast = useToast()
  const may = usePermission('withdrawals.send')
  const remove = useMutation({
    mutationFn: () => call('removeHeldPayouts', { params: { id: batch.id }, body: { version: batch.version } }),
    onSuccess(reply) {
      replaceShown(client, ['payout-batch', batch.id], reply)
      refresh('payout-batches', 'withdrawals', 'audit')
      toast(words.removedHeld, 'good')
    },
    onError(error) {
      toast(sentenceOf(error), 'bad')
      refresh('payout-batch')
    },
  })
  if (batch.state !== 'draft' || held.length === 0) return null
  return (
    <Notice tone="bad">
      <div id="batch-holds" className={styles['block']}>
        <strong>{fill(words.batchHeld, { count: held.length })}</strong>
        <ul className={styles['warning']}>
          {held.map((withdrawal) => (
            <li key={withdrawal.id}>
              {withdrawal.player.player_name}, {formatMoney(withdrawal.amount, withdrawal.currency)}:{' '}
              {withdrawal.stops.map(({ text }) => translate(text)).join(' ')}
            </li>
          ))}
        </ul>
        <p>{words.batchHeldLead}</p>
        {may ? (
          <div>
            <Button small busy={remove.isPending} onClick={() => remove.mutate()}>
              {words.removeHeld}
            </Button>
          </div>
        ) : null}
      </div>
    </Notice>
  )
}
