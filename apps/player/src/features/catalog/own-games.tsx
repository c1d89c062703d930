import type { Game } from '@dhow/contract/catalog'
import { useQuery } from '@tanstack/react-query'
import { playPath } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { money, when } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { useSaver } from '../../shared/portal.tsx'
import { useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { useFavourites } from './favourites.ts'
import { GameGrid } from './game-grid.tsx'
import styles from './lobby.module.css'

/** Recent and favourite games of a signed-in player; nothing if there are none. */
export function OwnGames() {
  const words = useWords().lobby
  const { session } = useSession()
  const isIn = session.state === 'in'
  const recent = useQuery({
    queryKey: ['recent-games'],
    queryFn: async () => (await call('recentGames')).games,
    enabled: isIn,
  })
  const favourites = useFavourites()
  if (!isIn) return null
  return (
    <>
      <Section title={words.recent} games={recent.data} />
      <Section title={words.favourites} games={favourites.games} />
    </>
  )
}

function Section({ title, games }: { title: string; games: Game[] | undefined }) {
  if (!games || games.length === 0) return null
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      <GameGrid games={games.slice(0, 6)} />
    </section>
  )
}

/** The last rounds that paid more than they cost: real ones, with the names shortened by the server. */
export function Winners() {
  const words = useWords().lobby
  const saver = useSaver()
  const { data } = useQuery({
    queryKey: ['winners'],
    queryFn: async () => (await call('winners')).winners,
    refetchInterval: saver ? false : 30_000,
  })
  if (!data || data.length === 0) return null
  return (
    <section className={styles['section']}>
      <h2>{words.winners}</h2>
      <ul className={styles['winners']}>
        {data.slice(0, 10).map((winner) => (
          <li key={`${winner.player}-${winner.at}`}>
            <Link to={playPath(winner.slug)}>
              {saver ? null : <img src={winner.tile} alt="" width="64" height="48" loading="lazy" decoding="async" />}
              <span>
                <strong>{money(winner.payout, winner.currency)}</strong>
                <span>
                  {winner.player} · {winner.game}
                </span>
                <time dateTime={winner.at}>{when(winner.at)}</time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
