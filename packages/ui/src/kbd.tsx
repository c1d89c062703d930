import styles from './kbd.module.css'

/** Keyboard shortcut of the control beside it. Screen readers read it only in the list of keys. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className={styles['kbd']} aria-hidden="true">
      {children}
    </kbd>
  )
}
