import type { Deposit } from '@dhow/contract/deposits'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { Money, Row } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { money, when } from '../../shared/format.ts'
import { History } from '../../shared/history.tsx'
import { PaymentBadge, PaymentStepList, PaymentSteps, paymentStates } from '../../shared/payment-state.tsx'
import { useWords } from '../../shared/words/words.tsx'

/** Every deposit, or those of the Namibian manual family on its own path. */
export default function DepositHistory() {
  const words = useWords()
  const { pathname } = useLocation()
  const own = pathname === paths.depositNamibiaHistory
  return (
    <History
      key={pathname}
      title={words.nav.depositHistory}
      queryKey={`deposits:${pathname}`}
      fetchPage={(query) => call(own ? 'manualNamibiaHistory' : 'depositHistory', { query })}
      states={paymentStates(words)}
      empty={words.payment.depositEmpty}
      row={(deposit) => <DepositRow deposit={deposit} />}
    />
  )
}

function DepositRow({ deposit }: { deposit: Deposit }) {
  const words = useWords()
  return (
    <>
      <Row spread>
        <Money>{money(deposit.credited_amount ?? deposit.declared_amount, deposit.currency)}</Money>
        <PaymentBadge status={deposit.status} />
      </Row>
      <Facts
        facts={[
          [words.payment.method, deposit.method],
          [words.payment.reference, deposit.utr],
          [
            words.payment.declared,
            deposit.credited_amount && deposit.credited_amount !== deposit.declared_amount
              ? money(deposit.declared_amount, deposit.currency)
              : null,
          ],
          [words.payment.expected, deposit.expected_by ? when(deposit.expected_by) : null],
        ]}
      />
      {deposit.reason ? <p>{deposit.reason}</p> : null}
      <PaymentSteps load={() => <Steps id={deposit.id} version={deposit.updated_at} />} at={deposit.submitted_at} />
    </>
  )
}

function Steps({ id, version }: { id: string; version: string }) {
  const { data, error } = useQuery({
    queryKey: ['deposit', id, version],
    queryFn: async () => (await call('getDeposit', { params: { id } })).deposit,
  })
  return <PaymentStepList steps={data?.timeline} receipt={data?.receipt} failed={error !== null} />
}
