import { translate } from '../../shared/translate.ts'
import type { Deposit } from '@dhow/contract/deposits'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '../../shared/router.tsx'
import { Notice } from '@dhow/ui/feedback'
import { Money, Row } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { amountOfDeposit, getDeclaredAmount } from '../../shared/deposit-amount.ts'
import { History } from '../../shared/history.tsx'
import { Link } from '../../shared/link.tsx'
import { Expected } from '../../shared/open-payments.tsx'
import { PaymentChain } from '../../shared/payment-chain.tsx'
import { PaymentBadge, PaymentSteps, paymentStates } from '../../shared/payment-state.tsx'
import { Receipts } from '../../shared/receipts.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { ChangeVoucher } from './change-voucher.tsx'
import { familyAt, historyCallOf } from './families.ts'
import { byCall, fromSharedHistory } from './history-calls.ts'

/** All deposits, or one family's on its own path. */
export default function DepositHistory() {
  const words = useWords()
  const { pathname } = useLocation()
  const family = familyAt(pathname)
  const isVouchers = pathname === paths.voucherHistory
  const isOwn = isVouchers || family !== undefined
  // A family without its own history call is filtered from the common history.
  const ownCall = isVouchers ? 'voucherHistory' : family && historyCallOf(family)
  return (
    <History
      key={pathname}
      title={titleAt(words, pathname)}
      lead={words.payment.depositLead}
      queryKey={`deposits:${pathname}`}
      // The file holds every deposit, so only the whole history offers it.
      {...(isOwn ? {} : { download: 'deposits' as const })}
      fetchPage={family && !ownCall ? fromSharedHistory(family.family) : byCall(ownCall ?? 'depositHistory')}
      states={paymentStates(words)}
      empty={words.payment.depositEmpty}
      row={(deposit) => <DepositRow deposit={deposit} />}
      also={
        isOwn ? (
          <p>
            {ownCall ? null : words.payment.commonHistory}{' '}
            <Link to={paths.depositHistory}>{words.payment.allDeposits}</Link>
          </p>
        ) : null
      }
    />
  )
}

DepositHistory.early = true

function titleAt(words: Words, path: string): string {
  const family = familyAt(path)
  const name = path === paths.voucherHistory ? words.voucher.title : family && words.deposit.families[family.family]
  return name === undefined ? words.nav.depositHistory : `${words.nav.depositHistory}: ${name}`
}

function DepositRow({ deposit }: { deposit: Deposit }) {
  const words = useWords()
  const declared = getDeclaredAmount(deposit)
  return (
    <>
      <Row spread>
        <Money>{amountOfDeposit(deposit) ?? '–'}</Money>
        <PaymentBadge status={deposit.status} />
      </Row>
      <Facts
        facts={[
          [words.payment.method, translate(deposit.method_text)],
          [words.payment.reference, deposit.utr],
          [
            words.payment.declared,
            deposit.credited_amount && deposit.credited_amount !== deposit.declared_amount ? declared : null,
          ],
        ]}
      />
      {deposit.expected_by ? (
        <p>
          <Expected by={deposit.expected_by} />
        </p>
      ) : null}
      {deposit.reason ? (
        <Notice tone={deposit.status === 'completed' ? 'info' : 'warn'}>{translate(deposit.reason)}</Notice>
      ) : null}
      {deposit.has_change ? <ChangeVoucher id={deposit.id} /> : null}
      <PaymentSteps
        id={deposit.id}
        load={() => <Steps deposit={deposit} />}
        at={deposit.submitted_at}
        receipts={
          deposit.credited_amount === null ? null : (
            <Receipts of={deposit.id} currency={deposit.currency} version={deposit.updated_at} />
          )
        }
      />
    </>
  )
}

function Steps({ deposit: { id, currency, updated_at: version } }: { deposit: Deposit }) {
  const { data, error } = useQuery({
    queryKey: ['deposit', id, version],
    queryFn: async () => (await call('getDeposit', { params: { id } })).deposit,
  })
  return <PaymentChain {...{ id, currency, version }} steps={data?.timeline} failed={error !== null} />
}
