import type { Deposit } from '@dhow/contract/deposits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { call } from '../../shared/api.ts'
import { translate } from '../../shared/translate.ts'
import { useWords } from '../../shared/words/words.tsx'
import { DepositSteps } from './deposit-steps.tsx'
import { detailsSentence } from './faults.ts'
import { Choice } from './pay-step.tsx'
import { methodsOfStep, type StaticMethods } from './wizard-steps.ts'

/** Manual methods of one tab: choice, payment details, report. */
export function Transfers({ methods, step, active, onSent }: TransfersProps) {
  const words = useWords()
  const rows = methodsOfStep(methods.methods, step)
  const [methodId, setMethodId] = useState<number>()
  const method = rows.find((row) => row.id === methodId) ?? rows[0]
  if (!method) return <Empty title={words.deposit.none} />
  return (
    <>
      <Choice
        label={words.deposit.chooseMethod}
        rows={rows.map((row) => ({ id: row.id, name: translate(row.display_name_text) }))}
        chosen={method.id}
        choose={setMethodId}
      />
      <ByMethod key={method.id} methodId={method.id} active={active} onSent={onSent} />
    </>
  )
}

interface TransfersProps {
  methods: StaticMethods
  step: 'step1' | 'step2'
  active: boolean
  onSent: (deposit: Deposit) => void
}

function ByMethod({ methodId, active, onSent }: { methodId: number } & Pick<TransfersProps, 'active' | 'onSent'>) {
  const words = useWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['static-detail', methodId],
    queryFn: () => call('staticPaymentDetail', { query: { payment_method_id: String(methodId) } }),
    enabled: active,
  })
  if (error)
    return (
      <Failure message={detailsSentence(words, error)} retry={() => void refetch()} retryLabel={words.portal.retry} />
    )
  // As tall as the form, so that the link below it does not move.
  if (!data) return <Skeleton lines={16} label={words.deposit.loading} />
  return <DepositSteps submit="staticSubmitDeposit" idField="payment_detail_id" payTo={data} onSent={onSent} />
}
