import type { Game } from '@dhow/contract/catalog'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths, playPath } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { formatMoney, formatTime } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { useMarket } from '../../shared/market.ts'
import { useSaver } from '../../shared/portal.tsx'
import { useSession } from '../../shared/session.tsx'
import { nameIn } from '../../shared/use-game-name.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import { useFavourites } from './favourites.ts'
import { OwnHeart } from './heart.tsx'
import type { TableShown } from './live-tables.tsx'
import { Rail, RailPlaceholder } from './rail.tsx'
import { Tile } from './tile.tsx'
import styles from './lobby.module.css'

export { OwnHeart } from './heart.tsx'

type TableOf = (slug: string) => TableShown | undefined
const maxShown = 12

/**
 * Shelves of a signed-in player: recent games and favourites. A new player gets the top games instead of recent ones, so that the layout does
 * not shift.
 */
export function OwnGames({ liked, tableOf }: { liked: boolean; tableOf: TableOf }) {
  const words = useWords().lobby
  const { session } = useSession()
  const isIn = session.state === 'in'
  const recent = useQuery({
    queryKey: ['recent-games'],
    queryFn: async () => (await call('recentGames')).games,
    enabled: isIn,
  })
  const isNewcomer = recent.data?.length === 0
  const top = useQuery({
    queryKey: ['games', 'first'],
    queryFn: async () => (await call('games', { query: { category: 'top', sandbox: 'hide', limit: maxShown } })).games,
    enabled: isNewcomer,
  })
  const favourites = useFavourites()
  const hasFavourites = favourites.games && favourites.games.length > 0
  useEffect(() => {
    // The server reserves the room of the shelf in the next page that it renders.
    if (favourites.games)
      document.cookie = `dhow_liked=${hasFavourites ? 'yes' : 'no'}; path=/; max-age=31536000; samesite=lax`
  }, [favourites.games, hasFavourites])
  if (session.state === 'out') return null
  const played = isNewcomer ? top.data : recent.data
  return (
    <>
      {played ? (
        <Shelf title={isNewcomer ? words.topGames : words.recent} games={played} tableOf={tableOf} />
      ) : (
        <RailPlaceholder title={words.recent} />
      )}
      {hasFavourites ? (
        <Shelf title={words.favourites} games={favourites.games} tableOf={tableOf} />
      ) : liked && !favourites.games ? (
        <RailPlaceholder title={words.favourites} />
      ) : null}
    </>
  )
}

function Shelf({ title, games = [], tableOf }: { title: string; games: Game[] | undefined; tableOf: TableOf }) {
  if (games.length === 0) return null
  const shown = games.slice(0, maxShown)
  return (
    <Rail title={title} all={paths.allGames} length={shown.length}>
      {shown.map((game) => (
        <li key={game.id}>
          <Tile game={game} isEager table={tableOf(game.slug)} hasResults={false} />
          <OwnHeart game={game} />
        </li>
      ))}
    </Rail>
  )
}

/** The market's last rounds with a net win: real ones, with names shortened by the server. */
export function Winners() {
  const words = useWords().lobby
  const language = useLanguage()
  const saver = useSaver()
  const { session } = useSession()
  const ofVisitor = useMarket().market
  const market = session.state === 'in' ? session.user.market : ofVisitor
  const { data } = useQuery({
    queryKey: ['winners', market],
    queryFn: async () => (await call('winners', { query: { market } })).winners,
    enabled: session.state !== 'unknown',
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
                <strong>{formatMoney(winner.payout, winner.currency)}</strong>
                <span>
                  {winner.player} · {nameIn(language, winner.game, winner.names)}
                </span>
                <time dateTime={winner.at}>{formatTime(winner.at)}</time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
