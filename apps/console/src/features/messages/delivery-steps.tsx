import type { ListedDelivery } from '@dhow/contract/deliveries'
import { Timeline } from '@dhow/ui/layout'
import { fill, formatExactTime } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'

const words = en.deliveries
const reasons: Readonly<Record<string, string>> = words.reasons

/** Why a delivery failed or was skipped; an unknown reason is shown as it is. */
export const reasonText = (reason: string) => reasons[reason] ?? reason

/** Steps of a delivery, oldest first. */
export function DeliverySteps({ delivery }: { delivery: ListedDelivery }) {
  return (
    <Timeline
      steps={stepsOf(delivery).map(({ text, at }, index) => ({ key: String(index), text, at: formatExactTime(at) }))}
    />
  )
}

function stepsOf(one: ListedDelivery): { at: string; text: string }[] {
  const dropped = one.tries - one.tried_at.length
  const ended = one.ended_at ?? one.sent_at ?? one.created_at
  const steps = [
    { at: one.created_at, text: words.written },
    ...one.tried_at.map((at, index) => ({ at, text: fill(words.tried, { number: dropped + index + 1 }) })),
    ...(one.retried_at === null ? [] : [{ at: one.retried_at, text: words.retried }]),
    ...(one.sent_at === null ? [] : [{ at: one.sent_at, text: words.accepted[one.channel] }]),
    ...(one.state === 'delivered' && one.channel !== 'inbox' ? [{ at: ended, text: words.arrived }] : []),
    ...(one.reason === null || (one.state !== 'failed' && one.state !== 'skipped')
      ? []
      : [{ at: ended, text: fill(words[one.state], { reason: reasonText(one.reason) }) }]),
    ...(one.next_at === null ? [] : [{ at: one.next_at, text: words.next }]),
  ]
  return steps.toSorted((a, b) => a.at.localeCompare(b.at))
}
