import type { ReactNode } from 'react'
import styles from './lobby.module.css'

/** Shows content in exactly the space of what was drawn in its place, so that nothing around it moves. */
export const Swap = ({ drawn, children }: { drawn: ReactNode; children: ReactNode }) =>
  drawn === undefined ? (
    children
  ) : (
    <span className={styles['swap']}>
      <span aria-hidden="true">{drawn}</span>
      <span>{children}</span>
    </span>
  )
