import type { Deposit } from '@dhow/contract/deposits'
import { Button, buttonClass } from '@dhow/ui/button'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { paymentPath } from '../../app/paths.ts'
import { Facts } from '../../shared/facts.tsx'
import { declaredOf } from '../../shared/deposit-amount.ts'
import { when } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { useWords } from '../../shared/words/words.tsx'

/** The deposit is with the cashiers: what we know of it, and where to follow it. */
export function Sent({ deposit, history, again }: { deposit: Deposit; history: string; again: () => void }) {
  const words = useWords()
  return (
    <Page title={words.deposit.sent}>
      <Card>
        <Stack>
          <Facts
            facts={[
              [words.payment.declared, declaredOf(deposit)],
              [words.payment.method, deposit.method],
              [words.payment.reference, deposit.utr],
              [words.payment.expected, deposit.expected_by ? when(deposit.expected_by) : null],
            ]}
          />
          <Row>
            <Link to={paymentPath(deposit.id)} className={buttonClass()}>
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
