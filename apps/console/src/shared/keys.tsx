import { useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/** Actions of keys on a screen, by `KeyboardEvent.key`. */
export type KeyMap = Record<string, (() => void) | undefined>

/** Letters that open a form or decide; a digit right after one is meant for its form and never navigates. */
const actLetters = new Set(['a', 'c', 'i', 'l', 'p', 'r', 's', 'u'])
const walkKeys = new Set(['j', 'k', 'ArrowDown', 'ArrowUp'])
const amountAfterMs = 2_000

const maps = new Set<{ current: KeyMap }>()
let holds = 0
let queued: string[] = []
let actLetterAt = Number.NEGATIVE_INFINITY

/** Listens for single keys while nobody is typing and no form, dialog or sign-in is open. */
export function useKeys(map: KeyMap) {
  const current = useRef(map)
  // In the commit itself: keys that were kept back for this screen come right after it.
  useLayoutEffect(() => {
    current.current = map
  })
  useLayoutEffect(() => {
    if (maps.size === 0) document.addEventListener('keydown', onKeyDown)
    maps.add(current)
    return () => {
      maps.delete(current)
      if (maps.size === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

/**
 * Keeps keys back, in their order, until the returned function is called: a screen is opening, and they are meant for it. Keys behind one
 * that opened a form are typed into the form.
 */
export function holdKeys(): () => void {
  holds++
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    // Wait until the result of the release is rendered.
    if (--holds === 0 && queued.length > 0) setTimeout(replay)
  }
}

/** Keeps keys back while a screen is loading. */
export function useKeyHold(isLoading: boolean) {
  useLayoutEffect(() => (isLoading ? holdKeys() : undefined), [isLoading])
}

function onKeyDown(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
  const { key } = event
  const form = openForm()
  if (form) {
    if (key === 'Escape') form.querySelector<HTMLElement>('[data-cancel]')?.click()
    return
  }
  const isWalk = walkKeys.has(key) && queued.length === 0
  if (holds > 0 && key.length === 1 && !isWalk) {
    event.preventDefault()
    queued.push(key)
  } else if (run(key)) event.preventDefault()
}

/** Runs a key's act; false where it has none. A digit after a letter that decides is taken and does nothing. */
function run(key: string): boolean {
  const now = performance.now()
  if (/^\d$/.test(key) && now - actLetterAt < amountAfterMs) return true
  if (actLetters.has(key)) actLetterAt = now
  for (const { current } of maps) {
    const act = current[key]
    if (!act) continue
    act()
    return true
  }
  return false
}

function replay() {
  while (queued.length > 0 && holds === 0) {
    const key = queued.shift()!
    const field = document.activeElement
    if (openForm()) {
      if (field instanceof HTMLInputElement) type(field, key)
      else queued = []
    } else {
      flushSync(() => void run(key))
      // The letter had nothing to open: what was typed behind it was meant for its form.
      if (actLetters.has(key) && !openForm() && holds === 0) queued = []
    }
  }
}

/** Types a key into a field as its user would, so that React hears of it. */
function type(field: HTMLInputElement, key: string) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
  set!.call(field, field.value + key)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const openForm = () => document.querySelector<HTMLElement>('[data-act-form]')

function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], [data-sign-in]') !== null) return true
  return target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null
}
