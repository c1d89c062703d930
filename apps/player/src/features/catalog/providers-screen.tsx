import { useQuery } from '@tanstack/react-query'
import { Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { count, fill } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import styles from './lobby.module.css'

/** Game providers, with a way to each one's list. */
export default function ProvidersScreen() {
  const words = useWords()
  const language = useLanguage()
  const { data, error, refetch } = useQuery({ queryKey: ['providers'], queryFn: () => call('providers') })
  return (
    <Page title={words.nav.providers} wide>
      {data?.providers.length === 0 ? (
        <Empty title={words.games.noProviders} />
      ) : data ? (
        <ul className={styles['providers']}>
          {data.providers.map((provider) => (
            <li key={provider.code}>
              <Link
                to={`${paths.filteredProviderGames}?provider=${encodeURIComponent(provider.code)}`}
                className={styles['provider']}
              >
                <strong>{provider.name}</strong>
                <span>
                  {provider.games === 1
                    ? words.lobby.gameOf
                    : fill(words.lobby.gamesOf, { count: count(provider.games, language) })}
                </span>
                {provider.down ? <span className={styles['away']}>{words.lobby.away}</span> : null}
              </Link>
            </li>
          ))}
        </ul>
      ) : error ? (
        <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
      ) : (
        <Skeleton lines={3} label={words.portal.loading} />
      )}
    </Page>
  )
}
