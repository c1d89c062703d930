import { say } from '../../shared/say.ts'
import type { Withdrawal } from '@dhow/contract/withdrawals'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '@dhow/ui/feedback'
import { Money, Row } from '@dhow/ui/layout'
import { call } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { money } from '../../shared/format.ts'
import { History } from '../../shared/history.tsx'
import { Expected } from '../../shared/open-payments.tsx'
import { PaymentBadge, PaymentStepList, PaymentSteps, paymentStates } from '../../shared/payment-state.tsx'
import { fetchReceipts, ReceiptDownload } from '../../shared/receipt-download.tsx'
import { useWords } from '../../shared/words/words.tsx'

export default function WithdrawHistory() {
  const words = useWords()
  return (
    <History
      title={words.nav.withdrawHistory}
      queryKey="withdrawals"
      download="withdrawals"
      fetchPage={(query) => call('withdrawHistory', { query })}
      states={paymentStates(words)}
      empty={words.payment.withdrawEmpty}
      row={(withdrawal) => <WithdrawalRow withdrawal={withdrawal} />}
    />
  )
}

function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const words = useWords()
  return (
    <>
      <Row spread>
        <Money>{money(withdrawal.amount, withdrawal.currency)}</Money>
        <PaymentBadge status={withdrawal.status} />
      </Row>
      <Facts
        facts={[
          [words.payment.paidTo, `${say(withdrawal.account.label_text)} · ${withdrawal.account.number}`],
          [words.payment.reference, withdrawal.payment_reference],
          [words.payment.fee, Number(withdrawal.fee) > 0 ? money(withdrawal.fee, withdrawal.currency) : null],
        ]}
      />
      {withdrawal.expected_by ? (
        <p>
          <Expected by={withdrawal.expected_by} />
        </p>
      ) : null}
      {withdrawal.reason ? <Notice tone="warn">{say(withdrawal.reason)}</Notice> : null}
      <PaymentSteps
        id={withdrawal.id}
        load={() => <Steps id={withdrawal.id} version={withdrawal.updated_at} />}
        at={withdrawal.requested_at}
      />
    </>
  )
}

function Steps({ id, version }: { id: string; version: string }) {
  const { data, error } = useQuery({
    queryKey: ['withdrawal', id, version],
    queryFn: async () => (await call('getWithdrawal', { params: { id } })).withdrawal,
  })
  const { data: receipts } = useQuery({
    queryKey: ['receipts', id, version],
    queryFn: () => fetchReceipts(id),
  })
  return (
    <>
      <PaymentStepList steps={data?.timeline} failed={error !== null} />
      {receipts?.map((receipt) => (
        <ReceiptDownload key={receipt} receipt={receipt} />
      ))}
    </>
  )
}
