import { useEffect, useRef } from 'react'

/** What keys do on a screen, by `KeyboardEvent.key`. */
export type KeyMap = Record<string, (() => void) | undefined>

/** Listens for single keys while nobody is typing, no dialog is open and the door is not closed. */
export function useKeys(map: KeyMap) {
  const current = useRef(map)
  useEffect(() => {
    current.current = map
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      const act = current.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], [data-door]') !== null) return true
  return target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null
}
