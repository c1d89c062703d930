import { useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { walkRows } from './walk-rows.ts'

/** Actions of keys on a screen, by `KeyboardEvent.key`. */
export type KeyMap = Record<string, (() => void) | undefined>

/** Letters that open a form or decide. */
const decisionLetters = new Set(['a', 'c', 'i', 'l', 'p', 'r', 's', 'u'])
const navigationKeys = new Set(['j', 'k', 'ArrowDown', 'ArrowUp'])
/** Events after which digits are accepted again: a click, or a focus change, such as into an opening form. */
const interruptions = ['pointerdown', 'focusin']

const maps = new Set<{ current: KeyMap }>()
let holds = 0
/** Number of holds for a loading list, whose rows still belong to the previous filter. */
let listHolds = 0
let queued: string[] = []
/**
 * True after a decision letter that opened nothing: digits after it were meant as an amount and open no screen. Depends on order and focus, never
 * on time.
 */
let ignoresDigits = false

/** Handles single keys outside fields while no form, dialog or sign-in is open. */
export function useKeys(map: KeyMap) {
  const current = useRef(map)
  // A layout effect, because held keys are replayed right after the commit.
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
 * Holds keys, in order, until the returned function is called, because they are meant for the screen that is opening. After a key that opens a form
 * or focuses the search, the rest is typed there. List navigation keys still work, unless the list itself is loading.
 */
export function holdKeys(loads: 'screen' | 'list' = 'screen'): () => void {
  holds++
  if (loads === 'list') listHolds++
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    if (loads === 'list') listHolds--
    // Replay after the released screen is rendered.
    if (--holds === 0 && queued.length > 0) setTimeout(replay)
  }
}

/** Holds keys while a screen or its list is loading. */
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
  const isWalk = navigationKeys.has(key) && queued.length === 0 && listHolds === 0
  // A key also waits behind held keys that are not replayed yet.
  if ((holds > 0 || queued.length > 0) && (key.length === 1 || navigationKeys.has(key)) && !isWalk) {
    event.preventDefault()
    queued.push(key)
  } else if (run(key)) event.preventDefault()
}

/** Runs a key's action; false without one. */
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
  // Screens without a queue have tables to walk through; the arrows scroll there.
  if (key === 'j' || key === 'k') return walkRows(key === 'j' ? 1 : -1)
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
      // The letter opened nothing: drop the keys after it, meant for its form.
      if (decisionLetters.has(key) && !openForm() && holds === 0) queued = []
    }
  }
}

/** Types a key into a field through the prototype's setter, since React overrides the field's own. */
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
