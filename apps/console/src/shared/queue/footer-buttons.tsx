import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './detail.module.css'

/** Buttons of a decision in the detail's footer, which is always visible. */
export const FooterButtons = ({ footer, children }: { footer: HTMLElement | null; children: ReactNode }) =>
  footer && createPortal(<div className={styles['buttons']}>{children}</div>, footer)
