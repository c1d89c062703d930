import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Kbd } from '@dhow/ui/kbd'
import { useToast } from '@dhow/ui/toast'
import { call, isConflict, sentenceOf } from '../../shared/api.ts'
import { fill, formatTimeOfDay } from '../../shared/format.ts'
import { useKeys } from '../../shared/keys.tsx'
import styles from '../../shared/queue/detail.module.css'
import { FooterButtons } from '../../shared/queue/footer-buttons.tsx'
import { replaceShown } from '../../shared/queue/use-decision.ts'
import { usePermission, useMe, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { ApproveForm } from './approve-form.tsx'
import { AskForm } from './ask-form.tsx'
import { depositKey, type Deposit } from './deposit-query.ts'
import { isOpenDeposit } from './open-states.ts'
import { RejectForm } from './reject-form.tsx'
import { ReverseForm } from './reverse-form.tsx'

const words = en.deposits

type Action = 'approve' | 'reject' | 'ask' | 'reverse'

/** Decisions that this operator can make on a deposit now. */
function useAllowed(deposit: Deposit) {
  const { operator } = useMe()
  const mayReview = usePermission('deposits.review')
  const mayReverse = usePermission('deposits.reverse')
  const isOpen = isOpenDeposit(deposit)
  const isMine = deposit.claimed_by === operator.name
  const isFirst = deposit.first_approver === operator.name
  const canDecide = isOpen && mayReview && (deposit.claimed_by === null || isMine)
  return {
    ...{ mayReview, isOpen, isMine, isFirst, canDecide },
    canApprove: canDecide && !isFirst,
    canAsk: canDecide && deposit.first_approver === null,
    canReverse: deposit.state === 'approved' && mayReverse,
    isHeld: deposit.held.some((reason) => !reason.can_acknowledge),
  }
}
type Allowed = ReturnType<typeof useAllowed>

/**
 * Actions on a deposit in its current state, by button and key. The buttons are in the detail's footer, which is always visible; their forms open
 * here.
 */
export function ReviewBar({
  deposit,
  focus,
  footer,
}: {
  deposit: Deposit
  focus: () => void
  footer: HTMLElement | null
}) {
  const [action, setAction] = useState<Action>()
  const hold = useHold(deposit.id)
  const allowed = useAllowed(deposit)
  const { isOpen, isMine, canDecide, canApprove, canAsk, canReverse, isHeld } = allowed
  const close = () => {
    setAction(undefined)
    focus()
  }
  // A running claim changes the version that a decision would use.
  const keysWork = action === undefined && !hold.isPending
  useKeys({
    c: keysWork && canDecide && !isMine ? () => hold.mutate('claimDeposit') : undefined,
    u: keysWork && canDecide && isMine ? () => hold.mutate('releaseDeposit') : undefined,
    a: keysWork && canApprove && !isHeld ? () => setAction('approve') : undefined,
    r: keysWork && canDecide ? () => setAction('reject') : undefined,
    i: keysWork && canAsk ? () => setAction('ask') : undefined,
  })
  // Keep an open form and its text if a colleague decides meanwhile; the server checks.
  if (!isOpen && !canReverse && action === undefined) return null
  const footerButtons = canReverse ? (
    <Button kind="quiet" onClick={() => setAction('reverse')}>
      {words.reverse}
    </Button>
  ) : canDecide ? (
    <DecisionButtons allowed={allowed} hold={hold} choose={setAction} />
  ) : null
  return (
    <div className={styles['bar']} data-form={action !== undefined}>
      {isOpen ? <ReviewState deposit={deposit} {...allowed} /> : null}
      {action === undefined ? null : <Form deposit={deposit} action={action} close={close} />}
      {action === undefined && footerButtons ? <FooterButtons footer={footer}>{footerButtons}</FooterButtons> : null}
    </div>
  )
}

function Form({ deposit, action, close }: { deposit: Deposit; action: Action; close: () => void }) {
  switch (action) {
    case 'approve':
      return <ApproveForm deposit={deposit} close={close} />
    case 'reject':
      return <RejectForm deposit={deposit} close={close} />
    case 'ask':
      return <AskForm deposit={deposit} close={close} />
    case 'reverse':
      return <ReverseForm deposit={deposit} close={close} />
  }
}

function DecisionButtons({
  allowed: { isMine, canApprove, canAsk, isHeld },
  hold,
  choose,
}: {
  allowed: Allowed
  hold: ReturnType<typeof useHold>
  choose: (action: Action) => void
}) {
  const busy = hold.isPending
  return (
    <>
      {isMine ? null : (
        <Button busy={busy} onClick={() => hold.mutate('claimDeposit')}>
          {words.claim} <Kbd>c</Kbd>
        </Button>
      )}
      {canApprove ? (
        <Button
          kind={isMine ? 'main' : 'quiet'}
          busy={busy}
          disabled={isHeld}
          aria-describedby={isHeld ? 'deposit-holds' : undefined}
          onClick={() => choose('approve')}
        >
          {en.money.approve} <Kbd>a</Kbd>
        </Button>
      ) : null}
      <Button kind="danger" busy={busy} onClick={() => choose('reject')}>
        {en.money.reject} <Kbd>r</Kbd>
      </Button>
      {canAsk ? (
        <Button kind="quiet" busy={busy} onClick={() => choose('ask')}>
          {words.ask} <Kbd>i</Kbd>
        </Button>
      ) : null}
      {isMine ? (
        <Button kind="plain" busy={busy} onClick={() => hold.mutate('releaseDeposit')}>
          {words.release} <Kbd>u</Kbd>
        </Button>
      ) : null}
    </>
  )
}

/** The operator who holds the deposit, and the next step. */
function ReviewState({
  deposit,
  isMine,
  isFirst,
  mayReview,
}: {
  deposit: Deposit
  isMine: boolean
  isFirst: boolean
  mayReview: boolean
}) {
  const until = deposit.claim_expires_at === null ? '' : formatTimeOfDay(deposit.claim_expires_at)
  return (
    <>
      {mayReview ? null : <Notice tone="info">{en.money.reviewOnly}</Notice>}
      {deposit.first_approver === null ? null : (
        <Notice tone="warn">
          {isFirst ? en.money.secondIsMe : fill(en.money.second, { name: deposit.first_approver })}
        </Notice>
      )}
      {deposit.claimed_by === null ? null : (
        <p className={styles['quiet']}>
          {fill(isMine ? words.claimedByMe : words.claimedByOther, { name: deposit.claimed_by, time: until })}
        </p>
      )}
    </>
  )
}

/** Claims and releases a deposit. */
function useHold(id: string) {
  const client = useQueryClient()
  const refresh = useRefresh()
  const toast = useToast()
  return useMutation({
    mutationFn: (name: 'claimDeposit' | 'releaseDeposit') => call(name, { params: { id }, body: {} }),
    onSuccess(reply) {
      replaceShown(client, depositKey(id), reply)
      refresh('deposits')
    },
    onError(error) {
      toast(sentenceOf(error), 'bad')
      if (isConflict(error)) refresh('deposits', 'deposit')
    },
  })
}
