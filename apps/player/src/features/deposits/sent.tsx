import type { Deposit } from '@dhow/contract/deposits'
import { Button, buttonClass } from '@dhow/ui/button'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { paymentPath } from '../../app/paths.ts'
import { amountOfDeposit } from '../../shared/deposit-amount.ts'
import { Facts } from '../../shared/facts.tsx'
import { formatTime } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { PaymentBadge } from '../../shared/payment-state.tsx'
import { NotifyButton } from '../../shared/notify-button.tsx'
import { translate } from '../../shared/translate.ts'
import { useWords } from '../../shared/words/words.tsx'
import { Credited } from './credited.tsx'
import styles from './deposits.module.css'
import { isOpen, useFollowedDeposit } from './use-followed-deposit.ts'
import { useTop } from './use-top.ts'

/** Submitted deposit: amount, when an answer is due, link to its state; once credited, the new balance and a link to the games. */
export function Sent({ deposit: sent, history, again }: { deposit: Deposit; history: string; again: () => void }) {
  useTop()
  const words = useWords()
  const deposit = useFollowedDeposit(sent.id).deposit ?? sent
  const more = (
    <Button kind="quiet" onClick={again}>
      {words.deposit.another}
    </Button>
  )
  if (deposit.status === 'completed') return <Credited deposit={deposit} history={history} more={more} />
  return (
    <Page title={words.deposit.sent} tools={<Link to={history}>{words.deposit.history}</Link>}>
      <Card>
        <Stack>
          <div role="status">
            <Row spread>
              <strong className={styles['sum']}>
                <Money>{amountOfDeposit(deposit)}</Money>
              </strong>
              <PaymentBadge status={deposit.status} />
            </Row>
          </div>
          <Facts
            facts={[
              [words.payment.method, translate(deposit.method_text)],
              [words.payment.reference, deposit.utr],
              [words.payment.expected, deposit.expected_by ? formatTime(deposit.expected_by) : null],
            ]}
          />
          {isOpen(deposit) ? <NotifyButton kind="deposit" /> : null}
          <Row>
            <Link to={paymentPath(deposit.id)} className={buttonClass()}>
              {words.deposit.follow}
            </Link>
            {more}
          </Row>
        </Stack>
      </Card>
    </Page>
  )
}
