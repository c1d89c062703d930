import type { Game } from '@dhow/contract/catalog'
import { Icon } from '@dhow/ui/icons'
import { fill } from '../../shared/format.ts'
import { useWords } from '../../shared/words/words.tsx'
import { useFavourites } from './favourites.ts'
import styles from './lobby.module.css'

/** Makes a game a favourite, or none; nothing for visitors. */
export function Heart({ game }: { game: Game }) {
  const words = useWords().lobby
  const favourites = useFavourites()
  if (!favourites.isIn) return null
  const liked = favourites.games?.some((one) => one.slug === game.slug) ?? false
  return (
    <button
      type="button"
      className={styles['heart']}
      aria-pressed={liked}
      aria-label={fill(liked ? words.removeFavourite : words.addFavourite, { game: game.name })}
      onClick={() => void favourites.toggle(game)}
    >
      <Icon name="heart" size={18} />
    </button>
  )
}
