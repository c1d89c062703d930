import { ApiError } from '@dhow/client/api-error'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button, buttonClass } from '@dhow/ui/button'
import { Empty, Notice } from '@dhow/ui/feedback'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { Link } from '../../shared/link.tsx'
import { usePathParams } from '../../shared/match-path.ts'
import { Expected } from '../../shared/open-payments.tsx'
import { Page } from '../../shared/page.tsx'
import { PaymentChain } from '../../shared/payment-chain.tsx'
import { PaymentBadge } from '../../shared/payment-state.tsx'
import { usePortal } from '../../shared/portal.tsx'
import { NotifyButton } from '../../shared/notify-button.tsx'
import { translate } from '../../shared/translate.ts'
import { usePlayer, useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { AnswerForm } from './answer-form.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { Help } from './help.tsx'
import { fetchPayment, isOpen, type PaymentView } from './payment-view.ts'
import styles from './payments.module.css'
import { Phases } from './phases.tsx'

const pollEveryMs = 10_000

/** One payment from its report to its final state: updated live, with its actions, printable as a receipt. */
export default function Payment() {
  const words = useWords()
  const { id = '' } = usePathParams(paths.payment)
  const { listen } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', id],
    queryFn: () => fetchPayment(id),
    // The stream sends every change; polling covers a stream that was cut.
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : pollEveryMs),
    retry: (count, failure) => count < 2 && !(failure instanceof ApiError && failure.status < 500),
  })
  useEffect(
    () => listen((message) => ('id' in message && message.id === id ? void refetch() : undefined)),
    [listen, refetch, id],
  )
  const isMissing = error instanceof ApiError && error.status === 404
  const kind = id.startsWith('wd_') ? 'withdrawal' : 'deposit'
  const history = kind === 'deposit' ? paths.depositHistory : paths.withdrawHistory
  return (
    <Page
      title={words.payment.kinds[kind]}
      tools={
        <span className={styles['unprinted']}>
          <Link to={history}>{kind === 'deposit' ? words.nav.depositHistory : words.nav.withdrawHistory}</Link>
        </span>
      }
    >
      {data ? (
        <Shown payment={data} />
      ) : isMissing ? (
        <Empty
          title={words.paymentReturn.missing}
          action={
            <Link to={history} className={buttonClass()}>
              {kind === 'deposit' ? words.nav.depositHistory : words.nav.withdrawHistory}
            </Link>
          }
        />
      ) : (
        <LoadingOrError error={error} refetch={refetch} lines={6} />
      )}
    </Page>
  )
}

function Shown({ payment }: { payment: PaymentView }) {
  const words = useWords()
  // Only a completed payment has a receipt.
  const isReceipt = payment.status === 'completed'
  return (
    <>
      <Card className={styles['sheet']}>
        <Stack>
          <Letterhead isReceipt={isReceipt} />
          <div role="status">
            <Row spread>
              <strong className={styles['amount']}>
                {payment.amount === undefined ? (
                  payment.method
                ) : (
                  <Money>{formatMoney(payment.amount, payment.currency)}</Money>
                )}
              </strong>
              <PaymentBadge status={payment.status} />
            </Row>
            {payment.expectedBy && payment.continueUrl === undefined ? (
              <p className={styles['quiet']}>
                <Expected by={payment.expectedBy} />
              </p>
            ) : null}
          </div>
          {payment.continueUrl === undefined ? null : (
            <a href={payment.continueUrl} className={buttonClass()}>
              {words.payments.continuePayment}
            </a>
          )}
          <Phases payment={payment} />
          {isOpen(payment) && payment.continueUrl === undefined ? (
            <div className={styles['unprinted']}>
              <NotifyButton kind={payment.kind} />
            </div>
          ) : null}
          {payment.reason && !payment.question ? (
            <Notice tone={payment.status === 'completed' ? 'info' : 'warn'}>{translate(payment.reason)}</Notice>
          ) : null}
          <PaymentFacts payment={payment} />
        </Stack>
      </Card>
      {payment.choice ? <ChoiceForm payment={payment} chosen={payment.choice.chosen} /> : null}
      {payment.question ? <AnswerForm key={payment.question.asked_at} payment={payment} /> : null}
      <Card className={styles['sheet']}>
        <Stack>
          <h2>{words.payment.timeline}</h2>
          <PaymentChain
            id={payment.id}
            currency={payment.currency}
            version={payment.changed}
            steps={payment.timeline}
            failed={false}
          />
        </Stack>
      </Card>
      <div className={styles['unprinted']}>
        <Row>
          <Button kind="quiet" onClick={() => print()}>
            {isReceipt ? words.payments.print : words.payments.printState}
          </Button>
          {payment.canCancel ? <CancelDeposit payment={payment} /> : null}
        </Row>
      </div>
      <Help paymentId={payment.id} />
    </>
  )
}

/** Issuer and player, printed on the receipt only. */
function Letterhead({ isReceipt }: { isReceipt: boolean }) {
  const words = useWords()
  const { settings } = usePortal()
  const player = usePlayer()
  return (
    <div className={styles['printed']}>
      <strong>
        {fill(isReceipt ? words.payments.receiptOf : words.payments.stateOf, { portal: settings.portal_name })}
      </strong>
      <p>{[settings.operator_name, settings.licence].filter(Boolean).join(' · ')}</p>
      <p>
        {words.payments.player}: {player.player_name}
      </p>
    </div>
  )
}

function PaymentFacts({ payment }: { payment: PaymentView }) {
  const { payment: words, payments } = useWords()
  const inCurrency = (amount: string | null) => (amount === null ? null : formatMoney(amount, payment.currency))
  return (
    <Facts
      facts={[
        [payment.kind === 'deposit' ? words.method : words.paidTo, payment.method],
        [words.reference, payment.reference],
        [words.declared, inCurrency(payment.declared)],
        [words.credited, inCurrency(payment.credited)],
        [words.fee, inCurrency(payment.fee)],
        [payments.since, formatTime(payment.since)],
        [payments.changed, formatTime(payment.changed)],
        [words.receipt, payment.kind === 'deposit' ? payment.receipt : null],
        [payments.number, <code key="number">{payment.id}</code>],
      ]}
    />
  )
}

/** Cancels a deposit that no cashier has started to check; asks for confirmation. */
function CancelDeposit({ payment }: { payment: PaymentView }) {
  const words = useWords()
  const client = useQueryClient()
  const toast = useToast()
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      const { text } = await call('cancelDeposit', { params: { id: payment.id }, body: {} })
      toast(translate(text), 'good')
    } catch (error) {
      toast(sentencesOf(error).join(' '), 'bad')
    }
    setAsked(false)
    setBusy(false)
    await client.invalidateQueries({ queryKey: ['payment', payment.id] })
    await client.invalidateQueries({ queryKey: ['open-payments'] })
  }
  if (!asked)
    return (
      <Button kind="plain" onClick={() => setAsked(true)}>
        {words.payments.cancelDeposit}
      </Button>
    )
  return (
    <div role="group" aria-label={words.payments.cancelDeposit} className={styles['sure']}>
      <p>{words.payments.cancelSure}</p>
      <Row>
        <Button kind="danger" busy={busy} onClick={() => void cancel()}>
          {words.payments.cancelDeposit}
        </Button>
        <Button kind="plain" onClick={() => setAsked(false)}>
          {words.payments.keep}
        </Button>
      </Row>
    </div>
  )
}
