import type { Deposit } from '@dhow/contract/deposits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from '../../shared/router.tsx'
import { Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { call } from '../../shared/api.ts'
import { Link } from '../../shared/link.tsx'
import { OpenPayments } from '../../shared/open-payments.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { usePlayer } from '../../shared/session.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { DepositGate } from './deposit-gate.tsx'
import { DepositSteps } from './deposit-steps.tsx'
import { detailsSentence } from './faults.ts'
import { familyAt, type Family } from './families.ts'
import { Sent } from './sent.tsx'

/** Manual transfer: payment details, then the report of the payment. One screen for all manual families. */
export default function ManualDeposit() {
  const { pathname } = useLocation()
  const family = familyAt(pathname)
  if (!family) return null
  // Reset on another family, so that nothing typed for one is sent to another.
  return <Screen key={family.family} family={family} />
}

ManualDeposit.head = (words: Words, path: string): PageHead => {
  const family = familyAt(path)
  return family ? headOf(words, family) : { title: words.deposit.title }
}

const headOf = (words: Words, family: Family): PageHead => ({
  title: `${words.deposit.title}: ${words.deposit.families[family.family]}`,
  lead: words.deposit.transferLead,
  tools: <Link to={family.historyPath}>{words.deposit.history}</Link>,
})

function Screen({ family }: { family: Family }) {
  const words = useWords()
  // Do not call the server for a method of the other market.
  const isElsewhere = usePlayer().market !== family.market
  const { data, error, refetch } = useQuery({
    queryKey: ['payment-details', family.family],
    enabled: !isElsewhere,
    queryFn: () =>
      call(`${family.title}PaymentDetails`, 'detailsQuery' in family ? { query: family.detailsQuery } : {}),
  })
  const [sent, setSent] = useState<Deposit>()
  if (sent) return <Sent deposit={sent} history={family.historyPath} again={() => setSent(undefined)} />
  return (
    <Page {...headOf(words, family)}>
      <DepositGate by="transfers">
        {data ? (
          <DepositSteps
            submit={`${family.title}SubmitDeposit`}
            idField={family.idField}
            payTo={data}
            onSent={setSent}
          />
        ) : error ? (
          <Failure
            message={detailsSentence(words, error)}
            retry={() => void refetch()}
            retryLabel={words.portal.retry}
          />
        ) : isElsewhere ? (
          <Notice tone="warn">{words.failures.detailsMissing}</Notice>
        ) : (
          <Skeleton lines={6} label={words.deposit.loading} />
        )}
      </DepositGate>
      <OpenPayments />
    </Page>
  )
}
