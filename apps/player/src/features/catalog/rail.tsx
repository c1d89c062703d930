import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Icon } from '@dhow/ui/icons'
import { fill } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { useSaver } from '../../shared/portal.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './lobby.module.css'

/** Tiles in view on a desktop; only a longer rail has buttons. */
const shownAtOnce = 6

/**
 * Horizontally scrolled shelf: by touch and wheel, by buttons if there is a pointer, and by arrow keys from tile to tile.
 * Each tile is a stop of the Tab key, and the browser scrolls to it.
 */
export function Rail({
  id,
  title,
  all,
  length,
  className = '',
  children,
}: {
  id?: string | undefined
  title: string
  /** Path of the whole list. */
  all?: string
  length: number
  className?: string | undefined
  children: ReactNode
}) {
  const words = useWords().lobby
  const list = useRef<HTMLUListElement>(null)
  const scroll = (by: number) => list.current?.scrollBy({ left: by * list.current.clientWidth * 0.85 })
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const item = event.target instanceof Element ? event.target.closest('li') : null
    const next = by > 0 ? item?.nextElementSibling : by < 0 ? item?.previousElementSibling : null
    if (by === 0) return
    event.preventDefault()
    next?.querySelector('a')?.focus()
  }
  return (
    <section id={id} className={styles['section']} aria-label={title}>
      <div className={styles['sectionHead']}>
        <h2>{title}</h2>
        {all ? (
          <Link to={all} aria-label={fill(words.allOf, { shelf: title })}>
            {words.all}
          </Link>
        ) : null}
        {length > shownAtOnce ? (
          <span className={styles['arrows']}>
            <button type="button" aria-label={fill(words.back, { shelf: title })} onClick={() => scroll(-1)}>
              <Icon name="back" size={18} />
            </button>
            <button type="button" aria-label={fill(words.forward, { shelf: title })} onClick={() => scroll(1)}>
              <Icon name="back" size={18} />
            </button>
          </span>
        ) : null}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the links in it */}
      <ul ref={list} className={`${styles['rail']} ${className}`} onKeyDown={step}>
        {children}
      </ul>
    </section>
  )
}

/** Placeholder of a shelf whose games are loading. */
export function RailPlaceholder({ title }: { title: string }) {
  const saver = useSaver()
  return (
    <Rail title={title} length={0}>
      {[0, 1, 2].map((index) => (
        <li key={index} aria-hidden="true" className={styles['tile']}>
          <span className={styles['picture']} data-bare={saver} />
          <strong />
        </li>
      ))}
    </Rail>
  )
}
