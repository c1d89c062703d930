import { useState } from 'react'
import { Link } from 'react-router'
import type { PayoutBatch } from '@dhow/contract/payout-batches'
import type { StaffWithdrawal } from '@dhow/contract/withdrawal-review'
import { Badge } from '@dhow/ui/feedback'
import { Button } from '@dhow/ui/button'
import { Kbd } from '@dhow/ui/kbd'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatMoney, formatExactTime } from '../../shared/format.ts'
import { useKeys } from '../../shared/keys.tsx'
import { useLiveQuery } from '../../shared/use-live-query.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import styles from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { flagsOf } from '../../shared/queue/holds.tsx'
import { StateBadge } from '../../shared/queue/state-badge.tsx'
import { Trail } from '../../shared/queue/trail.tsx'
import { useDecision } from '../../shared/queue/use-decision.ts'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { BatchFiles } from './batch-files.tsx'
import { HeldPayouts } from './held-payouts.tsx'

const words = en.payouts
const keyOf = (id: string) => ['payout-batch', id]

/** One batch: file, payouts and their states. */
export function BatchDetail({ id }: { id: string }) {
  const asked = useLiveQuery(keyOf(id), () => call('staffPayoutBatch', { params: { id } }))
  return (
    <Asked query={asked}>
      {({ batch, withdrawals, layouts, pain001 }) => (
        <article className={styles['screen']}>
          <header className={styles['head']}>
            <h2>{formatMoney(batch.total, batch.currency)}</h2>
            <StateBadge state={batch.state} />
            <code>{batch.id}</code>
          </header>
          <Facts
            rows={[
              { label: words.payTo, value: words.kinds[batch.kind] },
              { label: words.payouts, value: batch.payouts },
              { label: words.madeBy, value: `${batch.made_by}, ${formatExactTime(batch.made_at)}` },
              ...(batch.sent_at === null
                ? []
                : [{ label: words.sentBy, value: `${batch.sent_by ?? ''}, ${formatExactTime(batch.sent_at)}` }]),
            ]}
          />
          <HeldPayouts batch={batch} held={withdrawals.filter(isHeld)} />
          {batch.state === 'draft' && withdrawals.some(isHeld) ? null : (
            <BatchFiles batch={batch} layouts={layouts} pain001={pain001} />
          )}
          <BatchBar batch={batch} isHeld={withdrawals.some(isHeld)} />
          <Table
            label={words.payouts}
            columns={[
              { key: 'code', label: words.reference },
              { key: 'player', label: words.player },
              { key: 'to', label: words.payTo },
              { key: 'amount', label: words.amount, isNumber: true },
              { key: 'state', label: words.state },
            ]}
            rows={withdrawals.map((withdrawal) => ({
              key: withdrawal.id,
              cells: {
                code: <Link to={pathOf(withdrawal.id) ?? ''}>{withdrawal.pay_code}</Link>,
                player: withdrawal.player.player_name,
                to: `${withdrawal.account.label} ${withdrawal.account.number}`,
                amount: formatMoney(withdrawal.amount, withdrawal.currency),
                state: (
                  <>
                    <StateBadge state={withdrawal.state} />{' '}
                    {flagsOf(withdrawal.stops).map((flag) => (
                      <Badge key={flag} tone="bad">
                        {flag}
                      </Badge>
                    ))}
                  </>
                ),
              },
            }))}
          />
          <Trail subject={batch.id} />
        </article>
      )}
    </Asked>
  )
}

const isHeld = (withdrawal: StaffWithdrawal) => withdrawal.stops.some(({ steps }) => steps.includes('send-batch'))

function BatchBar({ batch, isHeld }: { batch: PayoutBatch; isHeld: boolean }) {
  const [action, setAction] = useState<'send' | 'cancel'>()
  const may = usePermission('withdrawals.send')
  const isDraft = batch.state === 'draft'
  const keysWork = may && isDraft && action === undefined
  useKeys({
    s: keysWork && !isHeld ? () => setAction('send') : undefined,
    r: keysWork ? () => setAction('cancel') : undefined,
  })
  if (action) return <EndForm batch={batch} action={action} close={() => setAction(undefined)} />
  if (!may || !isDraft) return null
  return (
    <div className={styles['buttons']}>
      <Button onClick={() => setAction('send')} disabled={isHeld} aria-describedby={isHeld ? 'batch-holds' : undefined}>
        {words.send} <Kbd>s</Kbd>
      </Button>
      <Button kind="danger" onClick={() => setAction('cancel')}>
        {words.cancel} <Kbd>r</Kbd>
      </Button>
    </div>
  )
}

function EndForm({ batch, action, close }: { batch: PayoutBatch; action: 'send' | 'cancel'; close: () => void }) {
  const toast = useToast()
  const isSend = action === 'send'
  const end = useDecision({
    key: keyOf(batch.id),
    version: batch.version,
    send: (version) =>
      call(isSend ? 'sendPayoutBatch' : 'cancelPayoutBatch', { params: { id: batch.id }, body: { version } }),
    fetch: () => call('staffPayoutBatch', { params: { id: batch.id } }),
    versionOf: (reply) => reply.batch.version,
    refresh: ['payout-batches', 'withdrawals', 'audit'],
    done() {
      toast(words.done, 'good')
      close()
    },
  })
  const sum = { count: batch.payouts, total: formatMoney(batch.total, batch.currency) }
  return (
    <ActionForm
      title={isSend ? words.send : words.cancel}
      lead={isSend ? fill(words.sendLead, sum) : words.cancelLead}
      confirm={isSend ? words.confirmSend : words.confirmCancel}
      kind={isSend ? 'main' : 'danger'}
      action={end}
      cancel={close}
    />
  )
}
