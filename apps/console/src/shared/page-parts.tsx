import type { ReactNode } from 'react'
import styles from './page-parts.module.css'
import { en } from './words/en.ts'

/** Parts of a long page below links to each of them; `id` is also the anchor in the address. */
export function PageParts({ parts }: { parts: readonly { id: string; label: string; part: ReactNode }[] }) {
  return (
    <>
      <nav aria-label={en.console.parts} className={styles['links']}>
        <ul>
          {parts.map(({ id, label }) => (
            <li key={id}>
              <a href={`#${id}`}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
      {parts.map(({ id, part }) => (
        <div key={id} id={id} className={styles['part']}>
          {part}
        </div>
      ))}
    </>
  )
}
