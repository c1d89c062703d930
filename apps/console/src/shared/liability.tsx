import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@dhow/contract/operation'
import type { giftLiability } from '@dhow/contract/gift-envelopes'
import { Notice } from '@dhow/ui/feedback'
import { fill, formatMoney } from './format.ts'
import { en } from './words/en.ts'

const words = en.changes
type Reply = Pick<ReplyOf<typeof giftLiability>, 'currency' | 'total' | 'second_person_from' | 'waits'> & {
  players?: number
}

/** Largest possible cost of an offer, computed by the server, and whether a second person has to confirm it. */
export function Liability({
  of,
  ask,
  isReady,
}: {
  of: readonly unknown[]
  ask: () => Promise<Reply>
  isReady: boolean
}) {
  const asked = useQuery({ queryKey: ['liability', ...of], queryFn: ask, enabled: isReady, retry: false })
  if (!isReady || !asked.data) return null
  const { currency, total, second_person_from, waits, players } = asked.data
  return (
    <Notice tone={waits ? 'warn' : 'info'} role="status">
      <p>
        <strong>
          {fill(players === undefined ? words.liability : words.liabilityOfPlayers, {
            total: formatMoney(total, currency),
            players: String(players ?? ''),
          })}
        </strong>
      </p>
      <p>
        {fill(waits ? words.liabilityWaits : words.liabilityBelow, { from: formatMoney(second_person_from, currency) })}
      </p>
    </Notice>
  )
}
