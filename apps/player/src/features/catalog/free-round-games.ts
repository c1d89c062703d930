import type { freeRounds } from '@dhow/contract/free-rounds'
import type { ReplyOf } from '@dhow/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { useSession } from '../../shared/session.tsx'

const none: ReadonlySet<string> = new Set()

/** Games in which the player has free rounds, by their slugs. All tiles share one call that does not block rendering. */
export function useFreeRoundGames(): ReadonlySet<string> {
  const { session } = useSession()
  const { data } = useQuery({
    queryKey: ['free-rounds'],
    queryFn: () => call('freeRounds'),
    enabled: session.state === 'in',
    staleTime: 60_000,
    select: gamesOf,
  })
  return data ?? none
}

const gamesOf = ({ grants }: ReplyOf<typeof freeRounds>): ReadonlySet<string> =>
  new Set(grants.filter(({ left }) => left > 0).map(({ game }) => game.slug))
