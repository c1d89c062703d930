import type { Game } from '@dhow/contract/catalog'
import { Link } from 'react-router'
import { playPath } from '../../app/paths.ts'
import { useWords } from '../../shared/words/words.tsx'
import styles from './lobby.module.css'

/** Tiles of games; the first `eager` pictures belong to the first screen and are fetched at once. */
export function GameGrid({ games, eager = 0 }: { games: Game[]; eager?: number }) {
  const words = useWords()
  return (
    <ul className={styles['grid']}>
      {games.map((game, place) => (
        <li key={game.id}>
          <Link to={playPath(game.slug)} className={styles['tile']}>
            <img
              src={game.tile}
              alt=""
              width="320"
              height="240"
              loading={place < eager ? 'eager' : 'lazy'}
              decoding="async"
            />
            <span className={styles['tileWords']}>
              <strong>{game.name}</strong>
              <span>
                {words.lobby.by} {game.provider_name}
              </span>
              {game.rtp ? (
                <span>
                  {words.lobby.rtp} {game.rtp} %
                </span>
              ) : null}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
