import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import styles from './ui.module.css'

export type ToastKind = 'info' | 'good' | 'bad'
export type ShowToast = (text: string, kind?: ToastKind) => void

/** Success is shown for three seconds, errors for five; both stay while hovered or focused. */
const staysMs: Record<ToastKind, number> = { info: 3_000, good: 3_000, bad: 5_000 }

const Toasts = createContext<ShowToast>(() => {})
export const useToast = (): ShowToast => useContext(Toasts)

interface Item {
  id: number
  text: string
  kind: ToastKind
}

export function ToastProvider({
  children,
  closeLabel,
  inCorner = false,
}: {
  children: ReactNode
  closeLabel: string
  /** In a corner on wide screens, to keep forms visible. */
  inCorner?: boolean
}) {
  const [items, setItems] = useState<Item[]>([])
  const close = useCallback((id: number) => setItems((list) => list.filter((item) => item.id !== id)), [])
  const show = useMemo<ShowToast>(() => {
    let last = 0
    return (text, kind = 'info') =>
      setItems((list) => [...list.filter((item) => item.text !== text), { id: ++last, text, kind }].slice(-3))
  }, [])
  return (
    <Toasts value={show}>
      {children}
      <div
        className={styles['toasts']}
        data-corner={inCorner || undefined}
        role="region"
        aria-live="polite"
        aria-label={closeLabel}
      >
        {items.map((item) => (
          <Toast key={item.id} item={item} close={close} closeLabel={closeLabel} />
        ))}
      </div>
    </Toasts>
  )
}

function Toast({ item, close, closeLabel }: { item: Item; close: (id: number) => void; closeLabel: string }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => close(item.id), staysMs[item.kind])
    return () => clearTimeout(timer)
  }, [held, item, close])
  return (
    <div
      className={styles['toast']}
      data-kind={item.kind}
      // Only a moving pointer counts, not one that rests where the toast appears.
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{item.text}</span>
      <button type="button" aria-label={closeLabel} onClick={() => close(item.id)}>
        ✕
      </button>
    </div>
  )
}
