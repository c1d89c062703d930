import type { PlayerText } from '@dhow/contract/player-texts'
import type { Currency } from '@dhow/contract/money'
import type { Movement } from '@dhow/contract/receipts'
import { Skeleton } from '@dhow/ui/feedback'
import { Timeline } from '@dhow/ui/layout'
import { formatTime } from './format.ts'
import { MovementList, useMovements } from './receipts.tsx'
import { translate } from './translate.ts'
import { useWords } from './words/words.tsx'

interface Step {
  at: string
  text: PlayerText
}

/** A payment's states in order, each with its movements of money and their receipts. */
export function PaymentChain({
  id,
  currency,
  version,
  steps,
  failed,
}: {
  id: string
  currency: Currency
  version: string
  steps: Step[] | undefined
  failed: boolean
}) {
  const words = useWords()
  const { data = [] } = useMovements({ of: id, version })
  if (failed) return <p role="alert">{words.failures.pleaseTryAgain}</p>
  if (!steps) return <Skeleton lines={2} label={words.portal.loading} />
  const moved = movementsOfSteps(steps, data)
  return (
    <Timeline
      steps={steps.map((step, index) => {
        const movements = moved[index] ?? []
        return {
          key: `${index}-${step.at}`,
          at: formatTime(step.at),
          text: translate(step.text),
          more: movements.length === 0 ? null : <MovementList movements={movements} currency={currency} />,
        }
      })}
    />
  )
}

/** Assigns each movement to the step nearest in time, written in the same transaction; of equal ones, to the later. */
export function movementsOfSteps<Moved extends Pick<Movement, 'at'> = Movement>(
  steps: readonly Pick<Step, 'at'>[],
  movements: readonly Moved[],
): Moved[][] {
  const found = steps.map((): Moved[] => [])
  for (const movement of movements) {
    const distances = steps.map(({ at }) => Math.abs(Date.parse(at) - Date.parse(movement.at)))
    found[distances.lastIndexOf(Math.min(...distances))]?.push(movement)
  }
  return found
}
