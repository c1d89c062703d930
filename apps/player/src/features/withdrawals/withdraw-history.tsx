import { translate } from '../../shared/translate.ts'
import type { Withdrawal } from '@dhow/contract/withdrawals'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '@dhow/ui/feedback'
import { Money, Row } from '@dhow/ui/layout'
import { call } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { formatMoney } from '../../shared/format.ts'
import { History } from '../../shared/history.tsx'
import { Expected } from '../../shared/open-payments.tsx'
import { PaymentChain } from '../../shared/payment-chain.tsx'
import { PaymentBadge, PaymentSteps, paymentStates } from '../../shared/payment-state.tsx'
import { Receipts } from '../../shared/receipts.tsx'
import { useWords } from '../../shared/words/words.tsx'

export default function WithdrawHistory() {
  const words = useWords()
  return (
    <History
      title={words.nav.withdrawHistory}
      lead={words.payment.withdrawLead}
      queryKey="withdrawals"
      download="withdrawals"
      fetchPage={(query) => call('withdrawHistory', { query })}
      states={paymentStates(words)}
      empty={words.payment.withdrawEmpty}
      row={(withdrawal) => <WithdrawalRow withdrawal={withdrawal} />}
    />
  )
}

WithdrawHistory.early = true

function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const words = useWords()
  return (
    <>
      <Row spread>
        <Money>{formatMoney(withdrawal.amount, withdrawal.currency)}</Money>
        <PaymentBadge status={withdrawal.status} />
      </Row>
      <Facts
        facts={[
          [words.payment.paidTo, `${translate(withdrawal.account.label_text)} · ${withdrawal.account.number}`],
          [words.payment.reference, withdrawal.payment_reference],
          [words.payment.fee, Number(withdrawal.fee) > 0 ? formatMoney(withdrawal.fee, withdrawal.currency) : null],
        ]}
      />
      {withdrawal.expected_by ? (
        <p>
          <Expected by={withdrawal.expected_by} />
        </p>
      ) : null}
      {withdrawal.reason ? <Notice tone="warn">{translate(withdrawal.reason)}</Notice> : null}
      <PaymentSteps
        id={withdrawal.id}
        load={() => <Steps withdrawal={withdrawal} />}
        at={withdrawal.requested_at}
        receipts={<Receipts of={withdrawal.id} currency={withdrawal.currency} version={withdrawal.updated_at} />}
      />
    </>
  )
}

function Steps({ withdrawal: { id, currency, updated_at: version } }: { withdrawal: Withdrawal }) {
  const { data, error } = useQuery({
    queryKey: ['withdrawal', id, version],
    queryFn: async () => (await call('getWithdrawal', { params: { id } })).withdrawal,
  })
  return <PaymentChain {...{ id, currency, version }} steps={data?.timeline} failed={error !== null} />
}
