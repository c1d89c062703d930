import type { ReactNode } from 'react'
import { formatTime } from './format.ts'
import { useLanguage } from './words/words.tsx'
import styles from './written-message.module.css'

/** Message between a player and the operators as a list item: the player's own on the right, pictures below the text. */
export function WrittenMessage({
  from,
  name,
  at,
  text,
  children,
}: {
  from: 'player' | 'staff'
  name: string
  at: string
  text: string
  children?: ReactNode
}) {
  const language = useLanguage()
  return (
    <li className={styles['message']} data-from={from}>
      <p className={styles['head']}>
        <strong>{name}</strong> <time dateTime={at}>{formatTime(at, language)}</time>
      </p>
      <p className={styles['text']}>{text}</p>
      {children}
    </li>
  )
}
