import { useSaver } from '../../shared/portal.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './play.module.css'

/**
 * In place of a game until its frame is there: picture and name, painted by the server, in the room that the frame takes over. Its sentence is
 * the largest text of the page, so that nothing that comes with the program is painted as its main content.
 */
export function Poster({ name, tile }: { name: string; tile: string | undefined }) {
  const { play: words } = useWords()
  const saver = useSaver()
  return (
    <div className={styles['waiting']} role="status">
      <div className={styles['picture']}>
        {/* The program does not wait for it. */}
        {tile === undefined || saver ? null : <img src={tile} alt="" width="320" height="240" loading="lazy" />}
      </div>
      <strong aria-hidden="true">{name}</strong>
      <p>
        {words.loading} {words.nothingStaked}
      </p>
    </div>
  )
}
