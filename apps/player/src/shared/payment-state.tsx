import type { PaymentStatus } from '@dhow/contract/shapes'
import { useState, type ReactNode } from 'react'
import { Badge, Skeleton, type Tone } from '@dhow/ui/feedback'
import { Row, Timeline } from '@dhow/ui/layout'
import { Button } from '@dhow/ui/button'
import { when } from './format.ts'
import { en } from './words/en.ts'

const words = en.payment

const tones: Record<PaymentStatus, Tone> = {
  pending: 'info',
  processing: 'info',
  completed: 'good',
  rejected: 'bad',
  expired: 'warn',
  reversed: 'warn',
  cancelled: 'neutral',
}
export const paymentStates = (Object.keys(tones) as PaymentStatus[]).map((status) => [status, words[status]] as const)

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  return <Badge tone={tones[status]}>{words[status]}</Badge>
}

/** When it began, and on demand every step since: fetched only when somebody looks. */
export function PaymentSteps({ at, load }: { at: string; load: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Row spread>
        <time dateTime={at}>{when(at)}</time>
        <Button kind="plain" small aria-expanded={open} onClick={() => setOpen(!open)}>
          {words.timeline}
        </Button>
      </Row>
      {open ? load() : null}
    </>
  )
}

PaymentSteps.List = function List({
  steps,
  receipt,
  failed,
}: {
  steps: { at: string; text: string }[] | undefined
  receipt?: string | null | undefined
  failed: boolean
}) {
  if (failed) return <p role="alert">{en.errors.pleaseTryAgain}</p>
  if (!steps) return <Skeleton lines={2} label={en.portal.loading} />
  return (
    <>
      <Timeline
        steps={steps.map((step, index) => ({ key: `${index}-${step.at}`, at: when(step.at), text: step.text }))}
      />
      {receipt ? (
        <p>
          {words.receipt}: <code>{receipt}</code>
        </p>
      ) : null}
    </>
  )
}
