import type { Game } from '@dhow/contract/catalog'
import { useFavourites } from './favourites.ts'
import { FreeRoundGames } from './free-round-games.tsx'
import { Heart } from './heart.tsx'
import styles from './lobby.module.css'
import { Tile } from './tile.tsx'

/** Tiles of games, three a row on a phone; the first `eager` pictures load at once, the others lazily. */
export function GameGrid({ games, eager = 0 }: { games: Game[]; eager?: number }) {
  const favourites = useFavourites()
  return (
    <FreeRoundGames>
      <ul className={styles['grid']}>
        {games.map((game, index) => (
          <li key={game.id}>
            <Tile game={game} isEager={index < eager} />
            {favourites.isIn ? <Heart game={game} favourites={favourites} /> : null}
          </li>
        ))}
      </ul>
    </FreeRoundGames>
  )
}
