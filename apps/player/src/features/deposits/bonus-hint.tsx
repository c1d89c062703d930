import { useQuery } from '@tanstack/react-query'
import { Notice } from '@dhow/ui/feedback'
import { paths } from '../../app/paths.ts'
import { Link } from '../../shared/link.tsx'
import { translate } from '../../shared/translate.ts'
import { nameIn } from '../../shared/use-game-name.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import { bonusesQuery } from './chooser-queries.ts'
import styles from './deposits.module.css'

/** Offers that a deposit unlocks, each with its reward and a link to its terms. */
export function BonusHint() {
  const { deposit } = useWords()
  const language = useLanguage()
  const { data } = useQuery(bonusesQuery)
  const offers = data?.offers.filter(({ state }) => state === 'needs_deposit') ?? []
  if (offers.length === 0) return null
  return (
    <Notice>
      <ul className={styles['offers']}>
        {offers.map(({ id, title, titles, terms }) => (
          <li key={id}>
            <strong>{nameIn(language, title, titles)}</strong> · {terms.slice(0, 1).map(translate)}
          </li>
        ))}
        <li>
          <Link to={paths.bonus}>{deposit.bonusTerms}</Link>
        </li>
      </ul>
    </Notice>
  )
}
