import { keysOf } from '@dhow/contract/keys-of'
import { type PlayerText } from '@dhow/contract/player-texts'
import type { PaymentStatus } from '@dhow/contract/shapes'
import { useState, type ReactNode } from 'react'
import { Badge, Skeleton, type Tone } from '@dhow/ui/feedback'
import { Timeline } from '@dhow/ui/layout'
import { Button } from '@dhow/ui/button'
import { paymentPath } from '../app/paths.ts'
import { formatTime } from './format.ts'
import { LineFoot } from './receipts.tsx'
import { Link } from './link.tsx'
import { translate } from './translate.ts'
import { useWords, type Words } from './words/words.tsx'

const tones: Record<PaymentStatus, Tone> = {
  pending: 'info',
  processing: 'info',
  completed: 'good',
  rejected: 'bad',
  expired: 'warn',
  reversed: 'warn',
  cancelled: 'neutral',
}
export const paymentStates = ({ payment }: Words) => keysOf(tones).map((status) => [status, payment[status]] as const)

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const words = useWords()
  return <Badge tone={tones[status]}>{words.payment[status]}</Badge>
}

/** Start of a payment; steps and receipts are fetched on demand. */
export function PaymentSteps({
  id,
  at,
  load,
  receipts,
}: {
  id: string
  at: string
  load: () => ReactNode
  receipts: ReactNode
}) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <LineFoot>
        <Link to={paymentPath(id)}>
          <time dateTime={at}>{formatTime(at)}</time>
        </Link>
        <Button kind="plain" small aria-expanded={open} onClick={() => setOpen(!open)}>
          {words.payment.timeline}
        </Button>
        {receipts}
      </LineFoot>
      {open ? load() : null}
    </>
  )
}

export function PaymentStepList({
  steps,
  failed,
}: {
  steps: { at: string; text: PlayerText }[] | undefined
  failed: boolean
}) {
  const words = useWords()
  if (failed) return <p role="alert">{words.failures.pleaseTryAgain}</p>
  if (!steps) return <Skeleton lines={2} label={words.portal.loading} />
  return (
    <Timeline
      steps={steps.map((step, index) => ({
        key: `${index}-${step.at}`,
        at: formatTime(step.at),
        text: translate(step.text),
      }))}
    />
  )
}
