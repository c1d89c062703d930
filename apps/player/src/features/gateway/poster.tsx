import { useSaver } from '../../shared/portal.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './play.module.css'

/**
 * Placeholder until a game's frame is there: picture and name, rendered by the server, in the frame's room. Its sentence is the largest text of
 * the page, so that nothing rendered later becomes the largest contentful paint.
 */
export function Poster({ name, tile }: { name: string; tile: string | undefined }) {
  const { play: words } = useWords()
  const saver = useSaver()
  return (
    <div className={styles['waiting']} role="status">
      <div className={styles['picture']}>
        {/* Lazy, so that the program does not wait for it. */}
        {tile === undefined || saver ? null : <img src={tile} alt="" width="320" height="240" loading="lazy" />}
      </div>
      <strong aria-hidden="true">{name}</strong>
      <p>
        {words.loading} {words.nothingStaked}
      </p>
    </div>
  )
}
