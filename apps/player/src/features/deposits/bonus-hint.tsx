import { useQuery } from '@tanstack/react-query'
import { Notice } from '@dhow/ui/feedback'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Link } from '../../shared/link.tsx'
import { useWords } from '../../shared/words/words.tsx'

/** Offers that a deposit opens, named where a player decides to make one, with the way to their terms. */
export function BonusHint() {
  const { deposit } = useWords()
  const { data } = useQuery({ queryKey: ['bonuses'], queryFn: () => call('bonuses') })
  const offers = data?.offers.filter(({ state }) => state === 'needs_deposit') ?? []
  if (offers.length === 0) return null
  return (
    <Notice>
      <p>
        {deposit.bonus} {offers.map(({ title }) => title).join(' · ')}.{' '}
        <Link to={paths.bonus}>{deposit.bonusTerms}</Link>
      </p>
    </Notice>
  )
}
