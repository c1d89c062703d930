import { buttonClass } from '@dhow/ui/button'
import { Empty } from '@dhow/ui/feedback'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { Link } from '../../shared/link.tsx'
import { OpenPaymentList, useOpenPayments } from '../../shared/open-payments.tsx'
import styles from '../../shared/page.module.css'
import { Page, type PageHead } from '../../shared/page.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'

/** The player's open payments, each with the time by which to expect an answer, and help with missing ones. */
export default function WhereIsMyMoney() {
  const words = useWords()
  const { data, error, refetch } = useOpenPayments()
  return (
    <Page {...WhereIsMyMoney.head(words)}>
      <div className={styles['room']}>
        {data ? (
          data.length === 0 ? (
            <Empty title={words.payments.nothingOpen}>{words.payments.nothingOpenText}</Empty>
          ) : (
            <Card>
              <OpenPaymentList payments={data} />
            </Card>
          )
        ) : (
          <LoadingOrError error={error} refetch={refetch} lines={4} />
        )}
      </div>
      <Card>
        <Stack>
          <h2>{words.payments.notHere}</h2>
          <p>{words.payments.notHereText}</p>
          <Row>
            <Link to={paths.paymentMethod} className={buttonClass()}>
              {words.payments.reportPayment}
            </Link>
            <Link to={paths.depositHistory} className={buttonClass('quiet')}>
              {words.nav.depositHistory}
            </Link>
            <Link to={paths.withdrawHistory} className={buttonClass('quiet')}>
              {words.nav.withdrawHistory}
            </Link>
          </Row>
        </Stack>
      </Card>
    </Page>
  )
}

WhereIsMyMoney.early = true
WhereIsMyMoney.head = (words: Words): PageHead => ({ title: words.payment.whereTitle, lead: words.payments.whereLead })
