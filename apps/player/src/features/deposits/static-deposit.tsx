import type { PaymentDetail } from '@dhow/contract/deposit-families'
import type { Deposit } from '@dhow/contract/deposits'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '@dhow/ui/button'
import { Empty, Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { Card, Row } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { rangeOf } from '../../shared/amount-rules.ts'
import { call } from '../../shared/api.ts'
import { Link } from '../../shared/link.tsx'
import { OpenPayments } from '../../shared/open-payments.tsx'
import { Page } from '../../shared/page.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './deposits.module.css'
import { DepositGate } from './deposit-gate.tsx'
import { detailsSentence, methodsSentence } from './faults.ts'
import { Choice, PayTo } from './pay-to.tsx'
import { Sent } from './sent.tsx'
import { TellForm } from './tell-form.tsx'
import { VoucherDone } from './voucher-done.tsx'
import { VoucherForm, type Redeemed } from './voucher-form.tsx'
import { voucherTextFault } from './voucher-text.ts'
import { methodsOfStep, stepOf, steps, type Step } from './wizard-steps.ts'

const fetchMethods = () => call('staticDepositMethods')
type Methods = Awaited<ReturnType<typeof fetchMethods>>

/** The static wizard: transfer, wallet, voucher, one tab each. What was typed in one tab waits while another is looked at. */
export default function StaticDeposit() {
  const words = useWords()
  const [search, setSearch] = useSearchParams()
  const step = stepOf(search.get('step'))
  const [sent, setSent] = useState<Deposit>()
  const { data, error, refetch } = useQuery({ queryKey: ['static-methods'], queryFn: fetchMethods })
  const tabs = useRef<HTMLDivElement>(null)
  const go = (next: Step) => setSearch({ step: next }, { replace: true, preventScrollReset: true })
  const onKey = (event: KeyboardEvent) => {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = move === undefined ? undefined : steps[steps.indexOf(step) + move]
    if (next === undefined) return
    go(next)
    tabs.current?.querySelector<HTMLElement>(`[data-step=${next}]`)?.focus()
  }
  if (sent) return <Sent deposit={sent} history={paths.depositHistory} again={() => setSent(undefined)} />
  const place = steps.indexOf(step)
  const before = steps[place - 1]
  const after = steps[place + 1]
  return (
    <Page
      title={`${words.deposit.title}: ${words.deposit.steps}`}
      lead={words.deposit.chooserLead}
      tools={<Link to={paths.depositHistory}>{words.deposit.history}</Link>}
    >
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs in it take the focus */}
      <div ref={tabs} role="tablist" aria-label={words.deposit.steps} className={styles['tabs']} onKeyDown={onKey}>
        {steps.map((row) => (
          <button
            key={row}
            type="button"
            role="tab"
            id={`tab-${row}`}
            data-step={row}
            aria-selected={row === step}
            aria-controls={`panel-${row}`}
            tabIndex={row === step ? 0 : -1}
            onClick={() => go(row)}
          >
            {words.deposit[row]}
          </button>
        ))}
      </div>
      {data ? (
        <>
          <Panel step="step1" active={step}>
            <DepositGate by="transfers">
              <Transfers methods={data} step="step1" active={step === 'step1'} onSent={setSent} />
            </DepositGate>
          </Panel>
          <Panel step="step2" active={step}>
            <DepositGate by="transfers">
              <Transfers methods={data} step="step2" active={step === 'step2'} onSent={setSent} />
            </DepositGate>
          </Panel>
          <Panel step="step3" active={step}>
            <DepositGate by="vouchers">
              <Vouchers methods={data} />
            </DepositGate>
          </Panel>
        </>
      ) : error ? (
        <Failure message={methodsSentence(words, error)} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : (
        <Skeleton lines={6} label={words.deposit.loading} />
      )}
      <Row spread>
        {before ? (
          <Button kind="quiet" onClick={() => go(before)}>
            {words.deposit.back}
          </Button>
        ) : (
          <span />
        )}
        {after ? (
          <Button kind="quiet" onClick={() => go(after)}>
            {words.deposit.forward}
          </Button>
        ) : null}
      </Row>
      <OpenPayments />
    </Page>
  )
}

function Panel({ step, active, children }: { step: Step; active: Step; children: ReactNode }) {
  return (
    <div
      role="tabpanel"
      id={`panel-${step}`}
      aria-labelledby={`tab-${step}`}
      hidden={step !== active}
      className={styles['panel']}
    >
      {children}
    </div>
  )
}

/** One tab's methods that are paid by hand: which one, what to pay to, what was paid. */
function Transfers({
  methods,
  step,
  active,
  onSent,
}: {
  methods: Methods
  step: 'step1' | 'step2'
  active: boolean
  onSent: (deposit: Deposit) => void
}) {
  const words = useWords()
  const rows = methodsOfStep(methods.methods, step)
  const [methodId, setMethodId] = useState<number>()
  const [detailId, setDetailId] = useState<number>()
  const method = rows.find((row) => row.id === methodId) ?? rows[0]
  const { data, error, refetch } = useQuery({
    queryKey: ['static-detail', method?.id],
    queryFn: () => call('staticPaymentDetail', { query: { payment_method_id: String(method!.id) } }),
    enabled: method !== undefined && active,
  })
  if (!method) return <Empty title={words.deposit.none} />
  const detail: PaymentDetail | undefined = data?.details.find((row) => row.id === detailId) ?? data?.details[0]
  return (
    <>
      <Choice
        label={words.deposit.chooseMethod}
        rows={rows.map((row) => ({ id: row.id, name: row.display_name }))}
        chosen={method.id}
        choose={setMethodId}
      />
      {data && detail ? (
        <>
          <Choice label={words.deposit.detail} rows={data.details} chosen={detail.id} choose={setDetailId} />
          <PayTo detail={detail} code={data.deposit_code} />
          <TellForm
            key={detail.id}
            submit="staticSubmitDeposit"
            idField="payment_detail_id"
            detail={detail}
            currency={data.currency}
            onSent={onSent}
          />
        </>
      ) : error ? (
        <Failure message={detailsSentence(words, error)} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : data ? (
        <Notice tone="warn">{words.failures.detailsMissing}</Notice>
      ) : (
        <Skeleton lines={6} label={words.deposit.loading} />
      )}
    </>
  )
}

function Vouchers({ methods }: { methods: Methods }) {
  const words = useWords()
  const [redeemed, setRedeemed] = useState<Redeemed>()
  const method = methodsOfStep(methods.methods, 'step3')[0]
  if (!method) return <Empty title={words.deposit.none} />
  if (redeemed) return <VoucherDone redeemed={redeemed} again={() => setRedeemed(undefined)} />
  const range = rangeOf(method.limits.min, method.limits.max)
  return (
    <Card>
      <VoucherForm
        label={words.deposit.voucherOrAmount}
        fault={(text) => voucherTextFault(words.deposit, text, range, methods.currency)}
        onRedeemed={setRedeemed}
      />
    </Card>
  )
}
