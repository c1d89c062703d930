import type { freeRounds } from '@dhow/contract/free-rounds'
import type { ReplyOf } from '@dhow/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, type ReactNode } from 'react'
import { call } from '../../shared/api.ts'
import { useSession } from '../../shared/session.tsx'

const Context = createContext<ReadonlySet<string>>(new Set())

/** Games in which the player has free rounds, by their slugs; none outside of `FreeRoundGames`. */
export const useFreeRoundGames = (): ReadonlySet<string> => useContext(Context)

/** Tells the tiles below which games have free rounds. One call for all of them, which nothing waits for: a question of each tile would cost hydration more. */
export function FreeRoundGames({ children }: { children: ReactNode }) {
  const none = useFreeRoundGames()
  const { session } = useSession()
  const { data } = useQuery({
    queryKey: ['free-rounds'],
    queryFn: () => call('freeRounds'),
    enabled: session.state === 'in',
    staleTime: 60_000,
    select: gamesOf,
  })
  return <Context value={data ?? none}>{children}</Context>
}

const gamesOf = ({ grants }: ReplyOf<typeof freeRounds>): ReadonlySet<string> =>
  new Set(grants.filter(({ left }) => left > 0).map(({ game }) => game.slug))
