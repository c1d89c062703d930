import { ApiError } from '@dhow/client/api-error'
import { buttonClass } from '@dhow/ui/button'
import { Empty, Failure, Skeleton } from '@dhow/ui/feedback'
import { Card, Stack } from '@dhow/ui/layout'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '../../shared/router.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { formatTime } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { LineFoot, Movements } from '../../shared/receipts.tsx'
import { useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { ProofLink, RoundFacts } from './round-facts.tsx'

/** Receipts of one round, by its provider's id for it; linked from a game's proof page. */
export default function RoundReceipts() {
  const words = useWords()
  const { session, looksSignedIn } = useSession()
  const { pathname, search } = useLocation()
  const round = useNamedRound()
  return (
    <Page title={words.receipt.roundTitle}>
      {!round ? (
        <Missing />
      ) : session.state === 'in' ? (
        <Round {...round} />
      ) : looksSignedIn ? (
        <Skeleton lines={5} label={words.portal.loading} />
      ) : (
        <Empty
          title={words.receipt.roundSignInTitle}
          action={
            <Link to={paths.login} state={{ back: pathname + search }} className={buttonClass()}>
              {words.nav.login}
            </Link>
          }
        >
          {words.receipt.roundSignInText}
        </Empty>
      )}
    </Page>
  )
}

/** The round in the address, or undefined. */
function useNamedRound() {
  const [search] = useSearchParams()
  const [provider, name] = [search.get('provider'), search.get('round')]
  return provider && name ? { provider, name } : undefined
}

function Missing() {
  const words = useWords()
  return (
    <Empty
      title={words.receipt.roundMissingTitle}
      action={
        <Link to={paths.gameHistory} className={buttonClass('quiet')}>
          {words.nav.gameHistory}
        </Link>
      }
    >
      {words.receipt.roundMissingText}
    </Empty>
  )
}

function Round({ provider, name }: { provider: string; name: string }) {
  const words = useWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['played-round', provider, name],
    queryFn: async () => (await call('playedRound', { params: { provider, round: name } })).round,
    retry: (tries, failure) => tries < 2 && !isUnknown(failure),
  })
  if (isUnknown(error)) return <Missing />
  if (error)
    return (
      <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
    )
  if (!data) return <Skeleton lines={5} label={words.portal.loading} />
  return (
    <Card>
      <Stack>
        <RoundFacts round={data} />
        <Movements
          of={data.id}
          currency={data.currency}
          version={[data.state, data.stake, data.payout, data.balance_after].join()}
        />
        <LineFoot>
          <time dateTime={data.started_at}>{formatTime(data.started_at)}</time>
          <ProofLink round={data} />
        </LineFoot>
      </Stack>
    </Card>
  )
}

/** True for a round that does not exist or is not the player's. */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)
