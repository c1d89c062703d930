import { useQuery } from '@tanstack/react-query'
import { parseAmount } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { Notice } from '@dhow/ui/feedback'
import { call } from '../../shared/api.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'

const words = en.tournaments
const isAmount = (text: string) => (parseAmount(text) ?? 0n) > 0n

/** Sum of the prizes against the budget, computed by the server, and whether a second person has to start it. */
export function PrizeSum({ market, prizes, budget }: { market: Market; prizes: string[]; budget: string }) {
  const isReady = prizes.length > 0 && prizes.length <= 100 && [...prizes, budget].every(isAmount)
  const asked = useQuery({
    queryKey: ['liability', 'tournament', market, prizes, budget],
    queryFn: () => call('tournamentLiability', { body: { market, prizes, budget } }),
    enabled: isReady,
    retry: false,
  })
  if (!isReady || !asked.data) return null
  const { currency, total, second_person_from, waits, left } = asked.data
  const sums = { total: formatMoney(total, currency), budget: formatMoney(asked.data.budget, currency) }
  return (
    <Notice tone={left === null ? 'bad' : waits ? 'warn' : 'info'} role="status">
      <p>
        <strong>{fill(left === null ? words.tooMuch : words.total, sums)}</strong>
      </p>
      <p>
        {fill(waits ? en.changes.liabilityWaits : en.changes.liabilityBelow, {
          from: formatMoney(second_person_from, currency),
        })}
      </p>
    </Notice>
  )
}
