import type { Deposit } from '@dhow/contract/deposits'
import type { ReactNode } from 'react'
import { buttonClass } from '@dhow/ui/button'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { paths, paymentPath } from '../../app/paths.ts'
import { amountOfDeposit } from '../../shared/deposit-amount.ts'
import { Facts } from '../../shared/facts.tsx'
import { formatMoney } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { translate } from '../../shared/translate.ts'
import { usePlayer } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './deposits.module.css'

/** Credited deposit of any method: amount, new balance, and links to the games and the payment. */
export function Credited({
  deposit,
  history,
  more,
  children,
}: {
  deposit: Deposit
  /** Path of the history that lists it. */
  history: string
  /** Link to another deposit. */
  more: ReactNode
  children?: ReactNode
}) {
  const words = useWords()
  const { chips } = usePlayer()
  return (
    <Page title={words.deposit.credited} tools={<Link to={history}>{words.deposit.history}</Link>}>
      <Card>
        <Stack>
          <strong role="status" className={styles['sum']}>
            <Money>{amountOfDeposit(deposit)}</Money>
          </strong>
          <Facts
            facts={[
              [words.deposit.newBalance, <Money key="balance">{formatMoney(chips, deposit.currency)}</Money>],
              [words.payment.method, translate(deposit.method_text)],
              [words.payment.reference, deposit.utr],
            ]}
          />
          {children}
          <Row>
            <Link to={paths.home} className={buttonClass()}>
              {words.deposit.playNow}
            </Link>
            <Link to={paymentPath(deposit.id)} className={buttonClass('quiet')}>
              {words.deposit.follow}
            </Link>
            {more}
          </Row>
        </Stack>
      </Card>
    </Page>
  )
}
