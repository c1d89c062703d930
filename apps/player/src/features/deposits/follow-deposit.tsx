import type { DepositDetail } from '@dhow/contract/deposits'
import { Notice } from '@dhow/ui/feedback'
import { Money, Row, Stack } from '@dhow/ui/layout'
import { buttonClass } from '@dhow/ui/button'
import { paymentPath } from '../../app/paths.ts'
import { amountOfDeposit } from '../../shared/deposit-amount.ts'
import { Facts } from '../../shared/facts.tsx'
import { Link } from '../../shared/link.tsx'
import { Expected } from '../../shared/open-payments.tsx'
import { PaymentBadge, PaymentStepList } from '../../shared/payment-state.tsx'
import { NotifyButton } from '../../shared/notify-button.tsx'
import { translate } from '../../shared/translate.ts'
import { pageOfService } from '../../shared/service-page.ts'
import { useWords } from '../../shared/words/words.tsx'
import { isOpen } from './use-followed-deposit.ts'

/** Deposit that is not credited: state, reason, next step. */
export function FollowDeposit({
  deposit,
  failed,
  waiting,
}: {
  deposit: DepositDetail | undefined
  failed: boolean
  /** Sentence shown while it is open. */
  waiting: string
}) {
  const words = useWords()
  if (!deposit) return <PaymentStepList steps={undefined} failed={failed} />
  const page = pageOfService(deposit.continue_url)
  return (
    <Stack>
      <div role="status">
        <Row spread>
          <Money>{amountOfDeposit(deposit) ?? translate(deposit.method_text)}</Money>
          <PaymentBadge status={deposit.status} />
        </Row>
      </div>
      {isOpen(deposit) ? <Notice>{waiting}</Notice> : null}
      {deposit.status === 'rejected' || deposit.status === 'expired' ? (
        <Notice tone="warn">{words.paymentReturn.ended}</Notice>
      ) : null}
      {deposit.reason ? <p>{translate(deposit.reason)}</p> : null}
      <Facts
        facts={[
          [words.payment.method, translate(deposit.method_text)],
          [words.payment.reference, deposit.utr],
        ]}
      />
      {page ? (
        <Row>
          <a href={page} className={buttonClass()}>
            {words.payments.continuePayment}
          </a>
          <Link to={paymentPath(deposit.id)} className={buttonClass('quiet')}>
            {words.payments.cancelDeposit}
          </Link>
        </Row>
      ) : deposit.expected_by ? (
        <p>
          <Expected by={deposit.expected_by} />
        </p>
      ) : null}
      {isOpen(deposit) && !page ? <NotifyButton kind="deposit" /> : null}
      <PaymentStepList steps={deposit.timeline} failed={false} />
    </Stack>
  )
}
