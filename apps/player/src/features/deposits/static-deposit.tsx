import type { Deposit } from '@dhow/contract/deposits'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useSearchParams } from '../../shared/search-params.ts'
import { Button } from '@dhow/ui/button'
import { Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { Card, Row } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { rangeOf } from '../../shared/amount-rules.ts'
import { call } from '../../shared/api.ts'
import { Link } from '../../shared/link.tsx'
import { OpenPayments } from '../../shared/open-payments.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import styles from './deposits.module.css'
import { DepositGate } from './deposit-gate.tsx'
import { methodsSentence } from './faults.ts'
import { Sent } from './sent.tsx'
import { Transfers } from './static-transfers.tsx'
import { VoucherDone } from './voucher-done.tsx'
import { VoucherForm, type Redeemed } from './voucher-form.tsx'
import { voucherTextFault } from './voucher-text.ts'
import { methodsOfStep, stepOf, steps, type StaticMethods, type Step } from './wizard-steps.ts'

const fetchMethods = () => call('staticDepositMethods')

/** The static wizard: one tab each for transfer, wallet, voucher. Tabs keep what was typed. */
export default function StaticDeposit() {
  const words = useWords()
  const [search, setSearch] = useSearchParams()
  const step = stepOf(search.get('step'))
  const [sent, setSent] = useState<Deposit>()
  const [redeemed, setRedeemed] = useState<Redeemed>()
  const { data, error, refetch } = useQuery({ queryKey: ['static-methods'], queryFn: fetchMethods })
  const go = (next: Step) => setSearch({ step: next }, { replace: true })
  if (sent) return <Sent deposit={sent} history={paths.depositHistory} again={() => setSent(undefined)} />
  if (redeemed) return <VoucherDone redeemed={redeemed} again={() => setRedeemed(undefined)} />
  const index = steps.indexOf(step)
  const before = steps[index - 1]
  const after = steps[index + 1]
  return (
    <Page {...StaticDeposit.head(words)}>
      <Tabs step={step} go={go} hasPanels={data !== undefined} />
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
              <Vouchers methods={data} onRedeemed={setRedeemed} />
            </DepositGate>
          </Panel>
        </>
      ) : error ? (
        <Failure message={methodsSentence(words, error)} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : (
        <Skeleton lines={16} label={words.deposit.loading} />
      )}
      {data || error ? (
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
      ) : null}
      <OpenPayments />
    </Page>
  )
}

StaticDeposit.head = (words: Words): PageHead => ({
  title: `${words.deposit.title}: ${words.deposit.steps}`,
  lead: words.deposit.chooserLead,
  tools: <Link to={paths.depositHistory}>{words.deposit.history}</Link>,
})

function Tabs({ step, go, hasPanels }: { step: Step; go: (next: Step) => void; hasPanels: boolean }) {
  const { deposit: words } = useWords()
  const tabs = useRef<HTMLDivElement>(null)
  const onKey = (event: KeyboardEvent) => {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = move === undefined ? undefined : steps[steps.indexOf(step) + move]
    if (next === undefined) return
    go(next)
    tabs.current?.querySelector<HTMLElement>(`[data-step=${next}]`)?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs in it take the focus
    <div ref={tabs} role="tablist" aria-label={words.steps} className={styles['tabs']} onKeyDown={onKey}>
      {steps.map((row) => (
        <button
          key={row}
          type="button"
          role="tab"
          id={`tab-${row}`}
          data-step={row}
          aria-selected={row === step}
          aria-controls={hasPanels ? `panel-${row}` : undefined}
          tabIndex={row === step ? 0 : -1}
          onClick={() => go(row)}
        >
          {words[row]}
        </button>
      ))}
    </div>
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

function Vouchers({ methods, onRedeemed }: { methods: StaticMethods; onRedeemed: (redeemed: Redeemed) => void }) {
  const words = useWords()
  const method = methodsOfStep(methods.methods, 'step3')[0]
  if (!method) return <Empty title={words.deposit.none} />
  const range = rangeOf(method.limits.min, method.limits.max)
  return (
    <Card>
      <VoucherForm
        label={words.deposit.voucherOrAmount}
        fault={(text) => voucherTextFault(words.deposit, text, range, methods.currency)}
        onRedeemed={onRedeemed}
      />
    </Card>
  )
}
