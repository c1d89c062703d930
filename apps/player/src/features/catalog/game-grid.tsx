import type { Game } from '@dhow/contract/catalog'
import { Icon } from '@dhow/ui/icons'
import { playPath } from '../../app/paths.ts'
import { fill } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { useSaver } from '../../shared/portal.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { useFavourites } from './favourites.ts'
import styles from './lobby.module.css'

/** Tiles of games; the first `eager` pictures belong to the first screen and are fetched at once. */
export function GameGrid({ games, eager = 0 }: { games: Game[]; eager?: number }) {
  const words = useWords().lobby
  const favourites = useFavourites()
  const saver = useSaver()
  return (
    <ul className={styles['grid']}>
      {games.map((game, place) => {
        const liked = favourites.games?.some((one) => one.slug === game.slug) ?? false
        return (
          <li key={game.id}>
            <Link to={playPath(game.slug)} className={styles['tile']}>
              {saver ? null : (
                <img
                  src={game.tile}
                  alt=""
                  width="320"
                  height="240"
                  loading={place < eager ? 'eager' : 'lazy'}
                  decoding="async"
                />
              )}
              <span className={styles['tileWords']}>
                <strong>{game.name}</strong>
                {game.down ? <span className={styles['away']}>{words.away}</span> : null}
                <span>
                  {words.by} {game.provider_name}
                </span>
                {game.rtp ? (
                  <span>
                    {words.rtp} {game.rtp} %
                  </span>
                ) : null}
              </span>
            </Link>
            {favourites.isIn ? (
              <button
                type="button"
                className={styles['heart']}
                aria-pressed={liked}
                aria-label={fill(liked ? words.removeFavourite : words.addFavourite, { game: game.name })}
                onClick={() => void favourites.toggle(game)}
              >
                <Icon name="heart" size={20} />
              </button>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
