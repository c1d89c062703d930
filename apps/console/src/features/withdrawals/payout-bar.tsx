import { useState } from 'react'
import { Link } from 'react-router'
import type { StoppedStep } from '@dhow/contract/withdrawal-review'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Kbd } from '@dhow/ui/kbd'
import { pathOf } from '../../app/paths.ts'
import { fill } from '../../shared/format.ts'
import { useKeys } from '../../shared/keys.tsx'
import styles from '../../shared/queue/detail.module.css'
import { FooterButtons } from '../../shared/queue/footer-buttons.tsx'
import { usePermission, useMe } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { isOpenWithdrawal } from './open-states.ts'
import { EndPayout, SendPayout } from './payout-ends.tsx'
import { ApprovePayout, PayForm, RejectPayout } from './payout-forms.tsx'
import type { Withdrawal } from './withdrawal-query.ts'

const words = en.withdrawals

type Action = 'approve' | 'pay' | 'reject' | 'send' | 'fail' | 'back'

/** Actions that this operator can take on a withdrawal now, and the blocked steps. */
function useAllowed(withdrawal: Withdrawal) {
  const { operator } = useMe()
  const mayReview = usePermission('withdrawals.review')
  const maySend = usePermission('withdrawals.send')
  const { state, first_approver: first } = withdrawal
  const isFirst = first === operator.name
  const waits = state === 'requested' || state === 'awaiting_second_approval'
  const isOut = state === 'sent' || state === 'unknown'
  const isStopped = (step: StoppedStep) => withdrawal.stops.some((reason) => reason.steps.includes(step))
  return {
    ...{ mayDecide: mayReview || maySend, isFirst, isOut },
    can: {
      approve: mayReview && waits && !isFirst,
      send: maySend && state === 'approved',
      pay: maySend && (state === 'approved' || (isOut && !withdrawal.by_service)),
      fail: maySend && isOut && !withdrawal.by_service,
      back: maySend && state === 'paid',
      reject: mayReview && (waits || state === 'approved'),
    } satisfies Record<Action, boolean>,
    isStopped: {
      approve: isStopped('approve'),
      send: isStopped('order'),
      pay: state === 'approved' && isStopped('mark-paid'),
    },
  }
}
type Allowed = ReturnType<typeof useAllowed>

/** Actions on a withdrawal, by button and key: buttons in the detail's footer, their forms here. */
export function PayoutBar({
  withdrawal,
  focus,
  footer,
}: {
  withdrawal: Withdrawal
  focus: () => void
  footer: HTMLElement | null
}) {
  const [action, setAction] = useState<Action>()
  const allowed = useAllowed(withdrawal)
  const { mayDecide, isFirst, isOut, can, isStopped } = allowed
  const { first_approver: first } = withdrawal
  const close = () => {
    setAction(undefined)
    focus()
  }
  const keysWork = action === undefined
  useKeys({
    a: keysWork && can.approve && !isStopped.approve ? () => setAction('approve') : undefined,
    p: keysWork && can.pay && !isStopped.pay ? () => setAction('pay') : undefined,
    s: keysWork && can.send && !isStopped.send ? () => setAction('send') : undefined,
    r: keysWork && can.reject ? () => setAction('reject') : undefined,
  })
  // Keep an open form and its text if a colleague decides meanwhile; the server checks.
  if (!isOpenWithdrawal(withdrawal) && !can.back && action === undefined) return null
  return (
    <div className={styles['bar']} data-form={action !== undefined}>
      {mayDecide ? null : <Notice tone="info">{en.money.reviewOnly}</Notice>}
      {first === null ? null : (
        <Notice tone="warn">{isFirst ? en.money.secondIsMe : fill(en.money.second, { name: first })}</Notice>
      )}
      {isOut && withdrawal.by_service ? <Notice tone="info">{words.serviceAsks}</Notice> : null}
      {withdrawal.batch_id === null ? null : (
        <p>
          {words.inBatch} <Link to={pathOf(withdrawal.batch_id) ?? ''}>{withdrawal.batch_id}</Link>
        </p>
      )}
      {action === undefined ? null : <Form withdrawal={withdrawal} action={action} close={close} />}
      {action === undefined && Object.values(can).some(Boolean) ? (
        <FooterButtons footer={footer}>
          <Buttons allowed={allowed} choose={setAction} />
        </FooterButtons>
      ) : null}
    </div>
  )
}

function Form({ withdrawal, action, close }: { withdrawal: Withdrawal; action: Action; close: () => void }) {
  switch (action) {
    case 'send':
      return <SendPayout withdrawal={withdrawal} close={close} />
    case 'fail':
    case 'back':
      return <EndPayout key={action} withdrawal={withdrawal} action={action} close={close} />
    case 'approve':
      return <ApprovePayout withdrawal={withdrawal} close={close} />
    case 'pay':
      return <PayForm withdrawal={withdrawal} close={close} />
    case 'reject':
      return <RejectPayout withdrawal={withdrawal} close={close} />
  }
}

const buttons = [
  { action: 'approve', label: en.money.approve, key: 'a', kind: 'main' },
  { action: 'send', label: words.send, key: 's', kind: 'main' },
  { action: 'pay', label: words.pay, key: 'p', kind: 'main' },
  { action: 'fail', label: words.fail, key: undefined, kind: 'danger' },
  { action: 'back', label: words.back, key: undefined, kind: 'danger' },
  { action: 'reject', label: en.money.reject, key: 'r', kind: 'danger' },
] as const satisfies readonly { action: Action; label: string; key: string | undefined; kind: 'main' | 'danger' }[]

function Buttons({ allowed: { can, isStopped }, choose }: { allowed: Allowed; choose: (action: Action) => void }) {
  return buttons
    .filter(({ action }) => can[action])
    .map(({ action, label, key, kind }) => (
      <Button
        key={action}
        kind={kind}
        onClick={() => choose(action)}
        {...heldBack((action === 'approve' || action === 'send' || action === 'pay') && isStopped[action])}
      >
        {label} {key ? <Kbd>{key}</Kbd> : null}
      </Button>
    ))
}

/** Attributes of a button whose step is blocked: disabled, with the reason. */
const heldBack = (isStopped: boolean) => (isStopped ? { disabled: true, 'aria-describedby': 'withdrawal-holds' } : {})
