import { risks, type Risk } from '../../../src/instant/rules.ts'
import { arrowStep, h, setClass, shortcut } from '../dom.ts'

/** Radio group: works by pointer, arrow keys and screen reader. */
export interface Choice<Value extends string | number> {
  element: HTMLElement
  value(): Value
  set(value: Value): void
  lock(isLocked: boolean): void
}

export function choice<Value extends string | number>(
  label: string,
  values: readonly Value[],
  first: Value,
  textOf: (value: Value) => string,
  changed: (value: Value) => void,
  /** Keyboard shortcut of a value, if any. */
  keyOf: (value: Value) => string | undefined = () => undefined,
): Choice<Value> {
  let chosen = first
  const buttons = values.map((value) =>
    h(
      'button',
      { type: 'button', role: 'radio', class: 'option', ...shortcut(keyOf(value)), onclick: () => pick(value) },
      textOf(value),
    ),
  )
  const element = h('div', { class: 'choice', role: 'radiogroup', 'aria-label': label, onkeydown: move }, ...buttons)
  function draw(): void {
    for (const [index, button] of buttons.entries()) {
      const isChosen = values[index] === chosen
      button.setAttribute('aria-checked', String(isChosen))
      button.tabIndex = isChosen ? 0 : -1
      setClass(button, isChosen ? 'option option-on' : 'option')
    }
  }
  function pick(value: Value): void {
    chosen = value
    draw()
    changed(value)
  }
  function move(event: Event): void {
    const step = arrowStep(event)
    if (step === 0) return
    event.preventDefault()
    const index = (values.indexOf(chosen) + step + values.length) % values.length
    const value = values[index]
    if (value === undefined) return
    pick(value)
    buttons[index]?.focus()
  }
  draw()
  return {
    element,
    value: () => chosen,
    set(value) {
      chosen = value
      draw()
    },
    lock(isLocked) {
      for (const button of buttons) button.disabled = isLocked
    },
  }
}

/** Labelled group of options. */
export const field = (label: string, ...children: Node[]): HTMLElement =>
  h('div', { class: 'opt' }, h('span', { class: 'opt-label' }, label), ...children)

/** Parses a stored risk and number such as `low:12`; if invalid, the middle risk and `first`. */
export function riskAndNumber(text: string | null, numbers: readonly number[], first: number): [Risk, number] {
  const [name, digits] = text?.split(':') ?? []
  const number = Number(digits)
  return [risks.find((one) => one === name) ?? 'medium', numbers.includes(number) ? number : first]
}
