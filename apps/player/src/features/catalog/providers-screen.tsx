import { useQuery } from '@tanstack/react-query'
import { Empty } from '@dhow/ui/feedback'
import { call } from '../../shared/api.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { Page } from '../../shared/page.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { ProviderLink } from './provider-link.tsx'
import styles from './lobby.module.css'

/** Game providers, each with a link to its games. */
export default function ProvidersScreen() {
  const words = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['providers'], queryFn: () => call('providers') })
  return (
    <Page title={words.nav.providers} wide>
      {data?.providers.length === 0 ? (
        <Empty title={words.games.noProviders} />
      ) : data ? (
        <ul className={styles['providers']}>
          {data.providers.map((provider) => (
            <li key={provider.code}>
              <ProviderLink provider={provider}>
                {provider.down ? <span className={styles['away']}>{words.lobby.away}</span> : null}
              </ProviderLink>
            </li>
          ))}
        </ul>
      ) : (
        <LoadingOrError error={error} refetch={refetch} lines={3} />
      )}
    </Page>
  )
}
