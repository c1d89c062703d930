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
import { useMay, useMe } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { isOpenWithdrawal } from './open-states.ts'
import { EndPayout, SendPayout } from './payout-ends.tsx'
import { ApprovePayout, PayForm, RejectPayout } from './payout-forms.tsx'
import type { Withdrawal } from './withdrawal-query.ts'

const words = en.withdrawals

/** Actions on a withdrawal, by button and by key: the buttons in the detail's footer, the forms that they open here. */
export function PayoutBar({
  withdrawal,
  focus,
  footer,
}: {
  withdrawal: Withdrawal
  focus: () => void
  footer: HTMLElement | null
}) {
  const [action, setAction] = useState<'approve' | 'pay' | 'reject' | 'send' | 'fail' | 'back'>()
  const { operator } = useMe()
  const mayReview = useMay('reviewPayments')
  const { state, first_approver: first } = withdrawal

  const isFirst = first === operator.name
  const waits = state === 'requested' || state === 'awaiting_second_approval'
  const canApprove = mayReview && waits && !isFirst
  const isOut = state === 'sent' || state === 'unknown'
  const canPay = mayReview && (state === 'approved' || (isOut && !withdrawal.by_service))
  const canSend = mayReview && state === 'approved'
  const canFail = mayReview && isOut && !withdrawal.by_service
  const canBack = mayReview && state === 'paid'
  const canReject = mayReview && (waits || state === 'approved')
  const isStopped = (step: StoppedStep) => withdrawal.stops.some((reason) => reason.steps.includes(step))
  const isPayStopped = state === 'approved' && isStopped('mark-paid')
  const close = () => {
    setAction(undefined)
    focus()
  }
  const keysWork = action === undefined
  useKeys({
    a: keysWork && canApprove && !isStopped('approve') ? () => setAction('approve') : undefined,
    p: keysWork && canPay && !isPayStopped ? () => setAction('pay') : undefined,
    s: keysWork && canSend && !isStopped('order') ? () => setAction('send') : undefined,
    r: keysWork && canReject ? () => setAction('reject') : undefined,
  })
  // A form that is open stays, with what was typed, whatever a colleague decides meanwhile; the server has the last word.
  if (!isOpenWithdrawal(withdrawal) && !canBack && action === undefined) return null
  return (
    <div className={styles['bar']} data-form={action !== undefined}>
      {mayReview ? null : <Notice tone="info">{en.money.reviewOnly}</Notice>}
      {first === null ? null : (
        <Notice tone="warn">{isFirst ? en.money.secondIsMe : fill(en.money.second, { name: first })}</Notice>
      )}
      {isOut && withdrawal.by_service ? <Notice tone="info">{words.serviceAsks}</Notice> : null}
      {withdrawal.batch_id === null ? null : (
        <p>
          {words.inBatch} <Link to={pathOf(withdrawal.batch_id) ?? ''}>{withdrawal.batch_id}</Link>
        </p>
      )}
      {action === 'send' ? <SendPayout withdrawal={withdrawal} close={close} /> : null}
      {action === 'fail' || action === 'back' ? (
        <EndPayout key={action} withdrawal={withdrawal} action={action} close={close} />
      ) : null}
      {action === 'approve' ? <ApprovePayout withdrawal={withdrawal} close={close} /> : null}
      {action === 'pay' ? <PayForm withdrawal={withdrawal} close={close} /> : null}
      {action === 'reject' ? <RejectPayout withdrawal={withdrawal} close={close} /> : null}
      {action === undefined && (canApprove || canPay || canReject || canFail || canBack) ? (
        <FooterButtons footer={footer}>
          {canApprove ? (
            <Button onClick={() => setAction('approve')} {...heldBack(isStopped('approve'))}>
              {en.money.approve} <Kbd>a</Kbd>
            </Button>
          ) : null}
          {canSend ? (
            <Button onClick={() => setAction('send')} {...heldBack(isStopped('order'))}>
              {words.send} <Kbd>s</Kbd>
            </Button>
          ) : null}
          {canPay ? (
            <Button onClick={() => setAction('pay')} {...heldBack(isPayStopped)}>
              {words.pay} <Kbd>p</Kbd>
            </Button>
          ) : null}
          {canFail ? (
            <Button kind="danger" onClick={() => setAction('fail')}>
              {words.fail}
            </Button>
          ) : null}
          {canBack ? (
            <Button kind="danger" onClick={() => setAction('back')}>
              {words.back}
            </Button>
          ) : null}
          {canReject ? (
            <Button kind="danger" onClick={() => setAction('reject')}>
              {en.money.reject} <Kbd>r</Kbd>
            </Button>
          ) : null}
        </FooterButtons>
      ) : null}
    </div>
  )
}

/** A button whose step is stopped: it stands there, and says why. */
const heldBack = (isStopped: boolean) => (isStopped ? { disabled: true, 'aria-describedby': 'withdrawal-holds' } : {})
