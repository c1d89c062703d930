import type { ReactNode } from 'react'
import styles from './ui.module.css'

/** Words for screen readers alone. */
export function HiddenText({ children }: { children: ReactNode }) {
  return <span className={styles['hiddenText']}>{children}</span>
}
