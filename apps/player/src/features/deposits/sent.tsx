import type { Deposit } from '@dhow/contract/deposits'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button, buttonClass } from '@dhow/ui/button'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { paths, paymentPath } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { amountOfDeposit } from '../../shared/deposit-amount.ts'
import { Facts } from '../../shared/facts.tsx'
import { money, when } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { PaymentBadge } from '../../shared/payment-state.tsx'
import { say } from '../../shared/say.ts'
import { usePlayer, useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './deposits.module.css'

/** A submitted deposit: its amount, when an answer is due, and where to follow it; once it is credited, the new balance and the way to play. */
export function Sent({ deposit: sent, history, again }: { deposit: Deposit; history: string; again: () => void }) {
  const words = useWords()
  const { chips } = usePlayer()
  const deposit = useLiveDeposit(sent)
  const isCredited = deposit.status === 'completed'
  return (
    <Page title={isCredited ? words.deposit.credited : words.deposit.sent}>
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
              [words.deposit.newBalance, isCredited ? money(chips, deposit.currency) : null],
              [words.payment.method, say(deposit.method_text)],
              [words.payment.reference, deposit.utr],
              [words.payment.expected, deposit.expected_by && !isCredited ? when(deposit.expected_by) : null],
            ]}
          />
          <Row>
            {isCredited ? (
              <Link to={paths.home} className={buttonClass()}>
                {words.deposit.playNow}
              </Link>
            ) : null}
            <Link to={paymentPath(deposit.id)} className={buttonClass(isCredited ? 'quiet' : 'main')}>
              {words.deposit.follow}
            </Link>
            <Link to={history} className={buttonClass('quiet')}>
              {words.deposit.history}
            </Link>
            <Button kind="quiet" onClick={again}>
              {words.deposit.another}
            </Button>
          </Row>
        </Stack>
      </Card>
    </Page>
  )
}

/** The deposit as it stands, kept current by the live stream; as it was sent until the first event. */
function useLiveDeposit(sent: Deposit): Deposit {
  const { listen, refresh } = useSession()
  const { data, refetch } = useQuery({
    queryKey: ['sent-deposit', sent.id],
    enabled: false,
    queryFn: async () => (await call('getDeposit', { params: { id: sent.id } })).deposit,
  })
  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'deposit' && message.id === sent.id) void Promise.all([refetch(), refresh()])
      }),
    [listen, refetch, refresh, sent.id],
  )
  return data ?? sent
}
