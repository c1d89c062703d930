import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { buttonClass } from '@dhow/ui/button'
import styles from './filters.module.css'
import { fill } from './format.ts'
import { useKeys } from './keys.tsx'
import { en } from './words/en.ts'

/**
 * Filters of a list. In a narrow window they fold behind a button that shows how many are set, so that the list is on the
 * first screen; a wide window has no such button.
 */
export function Filters({
  set,
  searched,
  hasKey = false,
  children,
}: {
  /** Values by name: those that are not empty are set. */
  set: Readonly<Record<string, string | undefined>>
  /** Last query of a list whose form sends it; a new query folds the filters again. */
  searched?: string
  /** `f` goes to the first of them. */
  hasKey?: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const last = useRef(searched)
  useEffect(() => {
    if (last.current === searched) return
    last.current = searched
    if (!isOpen) return
    setOpen(false)
    // The form went with its focus.
    button.current?.focus()
  }, [searched, isOpen])
  const enter = () => {
    flushSync(() => setOpen(true))
    panel.current?.querySelector<HTMLElement>('input, select')?.focus()
  }
  useKeys(hasKey ? { f: enter } : {})
  const count = Object.values(set).filter((value) => value !== undefined && value !== '').length
  return (
    <div className={styles['filters']}>
      <div className={styles['fold']}>
        <button
          ref={button}
          type="button"
          className={buttonClass('quiet', { small: true })}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? en.console.filters : fill(en.console.filtersSet, { count })}
        </button>
      </div>
      <div id={id} ref={panel} className={styles['panel']} data-open={isOpen}>
        {children}
      </div>
    </div>
  )
}
