import { h, setClass } from '../dom.ts'

/** A row of choices of which one is taken, by pointer, arrow keys and screen reader alike. */
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
): Choice<Value> {
  let taken = first
  const buttons = values.map((value) =>
    h('button', { type: 'button', role: 'radio', class: 'option', onclick: () => pick(value) }, textOf(value)),
  )
  const element = h('div', { class: 'choice', role: 'radiogroup', 'aria-label': label, onkeydown: move }, ...buttons)
  function draw(): void {
    for (const [index, value] of values.entries()) {
      const isTaken = value === taken
      buttons[index]!.setAttribute('aria-checked', String(isTaken))
      buttons[index]!.tabIndex = isTaken ? 0 : -1
      setClass(buttons[index]!, isTaken ? 'option option-on' : 'option')
    }
  }
  function pick(value: Value): void {
    taken = value
    draw()
    changed(value)
  }
  function move(event: Event): void {
    const { key } = event as KeyboardEvent
    const step = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const index = (values.indexOf(taken) + step + values.length) % values.length
    pick(values[index]!)
    buttons[index]!.focus()
  }
  draw()
  return {
    element,
    value: () => taken,
    set(value) {
      taken = value
      draw()
    },
    lock(isLocked) {
      for (const button of buttons) button.disabled = isLocked
    },
  }
}

/** A labelled part of the options. */
export const field = (label: string, ...children: Node[]): HTMLElement =>
  h('div', { class: 'opt' }, h('span', { class: 'opt-label' }, label), ...children)
