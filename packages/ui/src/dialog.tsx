import { useEffect, useRef, type ReactNode } from 'react'
import styles from './ui.module.css'

/** Modal dialog (native `<dialog>`): traps the focus, Escape closes. */
export function Dialog({
  open,
  close,
  label,
  className,
  children,
}: {
  open: boolean
  close: () => void
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a click outside closes it, as Escape does
    <dialog
      ref={ref}
      className={`${styles['dialog']} ${className ?? ''}`}
      aria-label={label}
      onClose={close}
      onClick={(event) => event.target === ref.current && close()}
    >
      {open ? children : null}
    </dialog>
  )
}
