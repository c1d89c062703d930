type Child = Node | string | null | undefined
type Props = Record<string, string | number | boolean | ((event: Event) => void) | undefined>

/** Makes an element: `on…` are listeners, other names attributes. Strings become text, never markup. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue
    if (typeof value === 'function') element.addEventListener(key.slice(2), value)
    else element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(...children.filter((child) => child !== null && child !== undefined))
  return element
}

/** Attributes of a button with a keyboard shortcut: for screen readers, and shown if there is a keyboard. */
export const shortcut = (key: string | undefined): Props =>
  key === undefined ? {} : { 'aria-keyshortcuts': key, 'data-key': key === 'Backspace' ? '⌫' : key.toUpperCase() }

/** Element by id. @throws Error if the page has none of this kind */
export function byId(id: string): HTMLElement
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind
export function byId(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`#${id} is missing`)
  return element
}

/** Sets a text only if it changed, so that unchanged frames cost nothing. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

export function setClass(element: Element, name: string): void {
  if (element.className !== name) element.className = name
}

/** Drawing context of an opaque canvas. @throws Error if the browser gives none */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no canvas')
  return context
}

/** Step of an arrow key in a row of choices: 1, -1, or 0 for another key. */
export function arrowStep(event: Event): 1 | -1 | 0 {
  const key = event instanceof KeyboardEvent ? event.key : ''
  return key === 'ArrowRight' || key === 'ArrowDown' ? 1 : key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 0
}
