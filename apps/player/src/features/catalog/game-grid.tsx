import type { Game } from '@dhow/contract/catalog'
import { Suspense } from 'react'
import { useFavourites } from './favourites.ts'
import { firstScreenId } from '../../shared/page.tsx'
import { FreeRoundGames } from './free-round-games.tsx'
import { Heart } from './heart.tsx'
import styles from './lobby.module.css'
import { Tile } from './tile.tsx'

/** Tiles that hydrate together: three rows of a phone, its first screen. */
const tilesAtOnce = 9

/**
 * Tiles of games, three a row on a phone; the first `eager` pictures load at once, the others lazily. The first tiles hydrate with the page, the
 * others after it, or at once when touched. None of them suspends, so the boundaries need no fallback.
 */
export function GameGrid({ games, eager = 0 }: { games: Game[]; eager?: number }) {
  const favourites = useFavourites()
  const tilesFrom = (start: number) =>
    games.slice(start, start + tilesAtOnce).map((game, index) => (
      <li key={game.id} id={eager > 0 && start + index === tilesAtOnce - 1 ? firstScreenId : undefined}>
        <Tile game={game} isEager={start + index < eager} />
        {favourites.isIn ? <Heart game={game} favourites={favourites} /> : null}
      </li>
    ))
  return (
    <FreeRoundGames>
      <ul className={styles['grid']}>
        {tilesFrom(0)}
        {startsAfterFirst(games.length).map((start) => (
          <Suspense key={start}>{tilesFrom(start)}</Suspense>
        ))}
      </ul>
    </FreeRoundGames>
  )
}

const startsAfterFirst = (count: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil(count / tilesAtOnce) - 1) }, (_, index) => (index + 1) * tilesAtOnce)
