import { ApiError } from '@dhow/client/api-error'
import type { Deposit } from '@dhow/contract/deposits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { SelectField } from '@dhow/ui/field'
import { paths } from '../../app/paths.ts'
import { narrower, rangeOf } from '../../shared/amount-rules.ts'
import { call } from '../../shared/api.ts'
import { Link } from '../../shared/link.tsx'
import { OpenPayments } from '../../shared/open-payments.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { translate } from '../../shared/translate.ts'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { DepositGate } from './deposit-gate.tsx'
import { DepositSteps } from './deposit-steps.tsx'
import { detailsSentence, methodsSentence, settingsSentence } from './faults.ts'
import { Sent } from './sent.tsx'
import { methodsOfStep } from './wizard-steps.ts'

/** The portal's limits for deposits; throws unless the status is success. */
async function fetchSettings() {
  const answer = await call('portalSetting', { query: { type: 'deposit' } })
  if (answer.status !== 'success') throw new ApiError(500, 'unknown', '')
  return answer
}

/** The deposit form: method, amount within the portal's limits, reference and screenshot on one page. */
export default function DepositScreen() {
  const words = useWords()
  const methods = useQuery({ queryKey: ['static-methods'], queryFn: () => call('staticDepositMethods') })
  const settings = useQuery({
    queryKey: ['portal-setting', 'deposit'],
    queryFn: fetchSettings,
  })
  const retry = () => {
    for (const { isError, refetch } of [methods, settings]) if (isError) void refetch()
  }
  const [methodId, setMethodId] = useState<number>()
  const [sent, setSent] = useState<Deposit>()
  const rows = [
    ...methodsOfStep(methods.data?.methods ?? [], 'step1'),
    ...methodsOfStep(methods.data?.methods ?? [], 'step2'),
  ]
  const method = rows.find((row) => row.id === methodId) ?? rows[0]
  if (sent) return <Sent deposit={sent} history={paths.depositHistory} again={() => setSent(undefined)} />
  return (
    <Page {...DepositScreen.head(words)}>
      <DepositGate by="transfers">
        {methods.error ? (
          <Failure message={methodsSentence(words, methods.error)} retry={retry} retryLabel={words.portal.retry} />
        ) : settings.error ? (
          <Failure message={settingsSentence(words, settings.error)} retry={retry} retryLabel={words.portal.retry} />
        ) : !methods.data || !settings.data ? (
          <Skeleton lines={6} label={words.deposit.loading} />
        ) : !method ? (
          <Empty title={words.deposit.none} />
        ) : (
          <>
            <SelectField
              label={words.deposit.chooseMethod}
              name="paymentSelectedMethod"
              value={method.id}
              onChange={(event) => setMethodId(Number(event.target.value))}
            >
              {rows.map((row) => (
                <option key={row.id} value={row.id}>
                  {translate(row.display_name_text)}
                </option>
              ))}
            </SelectField>
            <ByMethod
              key={method.id}
              methodId={method.id}
              limits={{ min: settings.data.settings.min_deposit, max: settings.data.settings.max_deposit }}
              onSent={setSent}
            />
          </>
        )}
      </DepositGate>
      <OpenPayments />
    </Page>
  )
}

DepositScreen.head = (words: Words): PageHead => ({
  title: words.deposit.title,
  lead: words.deposit.chooserLead,
  tools: <Link to={paths.depositHistory}>{words.deposit.history}</Link>,
})

function ByMethod({
  methodId,
  limits,
  onSent,
}: {
  methodId: number
  limits: { min: string; max: string }
  onSent: (deposit: Deposit) => void
}) {
  const words = useWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['static-detail', methodId],
    queryFn: () => call('staticPaymentDetail', { query: { payment_method_id: String(methodId) } }),
  })
  if (error)
    return (
      <Failure message={detailsSentence(words, error)} retry={() => void refetch()} retryLabel={words.portal.retry} />
    )
  if (!data) return <Skeleton lines={6} label={words.deposit.loading} />
  return (
    <DepositSteps
      submit="staticSubmitDeposit"
      idField="payment_detail_id"
      payTo={data}
      rangeFor={(detail) => narrower(rangeOf(limits.min, limits.max), rangeOf(detail.limits.min, detail.limits.max))}
      onSent={onSent}
    />
  )
}
