import styles from './kbd.module.css'

/** A key that does the same as what it stands beside. A screen reader reads it in the list of keys, not with every button. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className={styles['kbd']} aria-hidden="true">
      {children}
    </kbd>
  )
}
