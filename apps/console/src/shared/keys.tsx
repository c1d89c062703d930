import { useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/** Actions of keys on a screen, by `KeyboardEvent.key`. */
export type KeyMap = Record<string, (() => void) | undefined>

/** Letters that open a form or decide. */
const decisionLetters = new Set(['a', 'c', 'i', 'l', 'p', 'r', 's', 'u'])
const walkKeys = new Set(['j', 'k', 'ArrowDown', 'ArrowUp'])
/** Events that end what was typed before them: a click, or a focus that moves, as into a form that opens. */
const interruptions = ['pointerdown', 'focusin']

const maps = new Set<{ current: KeyMap }>()
let holds = 0
/** Of the holds those of a list that loads: its rows are still those of the filter before. */
let listHolds = 0
let queued: string[] = []
/**
 * The last key was a decision's letter that opened nothing: digits behind it are an amount for its form, and open no screen. Order and focus
 * decide, never the time between two keys.
 */
let ignoresDigits = false

/** Listens for single keys while nobody is typing and no form, dialog or sign-in is open. */
export function useKeys(map: KeyMap) {
  const current = useRef(map)
  // In the commit itself: keys that were kept back for this screen come right after it.
  useLayoutEffect(() => {
    current.current = map
  })
  useLayoutEffect(() => {
    if (maps.size === 0) listen('addEventListener')
    maps.add(current)
    return () => {
      maps.delete(current)
      if (maps.size === 0) listen('removeEventListener')
    }
  }, [])
}

function listen(change: 'addEventListener' | 'removeEventListener') {
  document[change]('keydown', onKeyDown)
  for (const name of interruptions) document[change](name, acceptDigits)
}

function acceptDigits() {
  ignoresDigits = false
}

/**
 * Keeps keys back, in their order, until the returned function is called: a screen is opening, and they are meant for it. Keys behind one
 * that opened a form, or went to a search field, are typed there. Keys that walk through a list go on, unless the list itself is what loads.
 */
export function holdKeys(loads: 'screen' | 'list' = 'screen'): () => void {
  holds++
  if (loads === 'list') listHolds++
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    if (loads === 'list') listHolds--
    // Wait until the result of the release is rendered.
    if (--holds === 0 && queued.length > 0) setTimeout(replay)
  }
}

/** Keeps keys back while a screen, or the list that they walk through, is loading. */
export function useKeyHold(isLoading: boolean, loads: 'screen' | 'list' = 'screen') {
  useLayoutEffect(() => (isLoading ? holdKeys(loads) : undefined), [isLoading, loads])
}

function onKeyDown(event: Event) {
  if (!(event instanceof KeyboardEvent)) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (isTyping(event.target)) {
    acceptDigits()
    return
  }
  const { key } = event
  const form = openForm()
  if (form) {
    if (key === 'Escape') form.querySelector<HTMLElement>('[data-cancel]')?.click()
    return
  }
  const isWalk = walkKeys.has(key) && queued.length === 0 && listHolds === 0
  // Behind kept keys that were not replayed yet, a key waits for its turn.
  if ((holds > 0 || queued.length > 0) && (key.length === 1 || walkKeys.has(key)) && !isWalk) {
    event.preventDefault()
    queued.push(key)
  } else if (run(key)) event.preventDefault()
}

/** Runs a key's action; false where it has none. */
function run(key: string): boolean {
  if (/^\d$/.test(key)) {
    if (ignoresDigits) return true
  } else acceptDigits()
  for (const { current } of maps) {
    const action = current[key]
    if (!action) continue
    action()
    return true
  }
  ignoresDigits = decisionLetters.has(key)
  return false
}

function replay() {
  while (holds === 0) {
    const key = queued.shift()
    if (key === undefined) return
    const field = document.activeElement
    if (openForm() || isTyping(field)) {
      if (field instanceof HTMLInputElement) type(field, key)
      else queued = []
    } else {
      flushSync(() => void run(key))
      // The letter had nothing to open: what was typed behind it was meant for its form.
      if (decisionLetters.has(key) && !openForm() && holds === 0) queued = []
    }
  }
}

/** Types a key into a field as its user would: through the setter of the element, since React replaces the field's own. */
function type(field: HTMLInputElement, key: string) {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setter?.call(field, field.value + key)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const openForm = () => document.querySelector<HTMLElement>('[data-action-form]')

function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], [data-sign-in]') !== null) return true
  return target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null
}
