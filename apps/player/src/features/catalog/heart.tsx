import type { Game } from '@dhow/contract/catalog'
import { Icon } from '@dhow/ui/icons'
import { fill } from '../../shared/format.ts'
import { useGameName } from '../../shared/use-game-name.ts'
import { useWords } from '../../shared/words/words.tsx'
import { useFavourites } from './favourites.ts'
import styles from './lobby.module.css'

/** Toggle button for a favourite. */
export function Heart({ game, favourites }: { game: Game; favourites: ReturnType<typeof useFavourites> }) {
  const words = useWords().lobby
  const name = useGameName(game)
  const liked = favourites.games?.some((one) => one.slug === game.slug) ?? false
  return (
    <button
      type="button"
      className={styles['heart']}
      aria-pressed={liked}
      aria-label={fill(liked ? words.removeFavourite : words.addFavourite, { game: name })}
      onClick={() => void favourites.toggle(game)}
    >
      <Icon name="heart" size={18} />
    </button>
  )
}

/** The same with its own query of favourites; nothing for visitors. */
export function OwnHeart({ game }: { game: Game }) {
  const favourites = useFavourites()
  return favourites.isIn ? <Heart game={game} favourites={favourites} /> : null
}
