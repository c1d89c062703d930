import type { Currency } from '@dhow/contract/money'
import { arrowStep, h, setClass, setText, shortcut } from '../dom.ts'
import type { Memory } from '../memory.ts'
import type { Words } from './words.ts'

/** Chips and action buttons; the large button is labelled with its action. */
export interface Chips {
  open(currency: Currency, brief: (minor: number) => string, money: (minor: number) => string): void
  /** The chosen chip in minor units. */
  chosen(): number
  choose(index: number): void
  render(look: ChipsLook): void
  press(): void
}

export interface ChipsLook {
  main: string
  isReady: boolean
  isBusy: boolean
  status: string
  isGood: boolean
  can: { undo: boolean; again: boolean; double: boolean; cancelBets: boolean }
}

export interface ChipsParts {
  words: Words
  memory: Memory
  placeBets(): void
  undo(): void
  clear(): void
  again(): void
  double(): void
  cancelBets(): void
}

/** Chips in minor units; the first is the smallest stake. */
const chipsOf: Record<Currency, number[]> = {
  INR: [1000, 5000, 10_000, 50_000, 100_000, 500_000],
  NAD: [100, 500, 1000, 5000, 10_000, 50_000],
}

/** Large button with its status line, and the buttons beside it. */
function openActions({ words, placeBets, undo, clear, again, double, cancelBets }: Omit<ChipsParts, 'memory'>) {
  const small = (text: string, run: () => void, key?: string) =>
    h('button', { type: 'button', class: 'small', ...shortcut(key), onclick: run }, text)
  const undoButton = small(words.undo, undo, 'Backspace')
  const clearButton = small(words.clear, clear)
  const againButton = small(words.again, again)
  const doubleButton = small('2×', double)
  doubleButton.setAttribute('aria-label', `2× ${words.double}`)
  const cancelButton = small(words.cancelBets, cancelBets)
  const label = h('span', { class: 'main-label' })
  const main = h('button', { type: 'button', class: 'main', ...shortcut('p'), onclick: () => press() }, label)
  const status = h('p', { class: 'status', role: 'status' })

  function press(): void {
    if (!main.disabled) placeBets()
  }

  return {
    elements: [
      h('div', { class: 'smalls' }, undoButton, clearButton, doubleButton, againButton, cancelButton),
      main,
      status,
    ],
    press,
    render(look: ChipsLook): void {
      setText(label, look.main)
      main.disabled = !look.isReady || look.isBusy
      setClass(main, `main ${look.isReady || look.isBusy ? 'main-idle' : 'main-rest'}`)
      undoButton.disabled = clearButton.disabled = !look.can.undo
      // Two buttons share a place, since only one applies at a time.
      againButton.hidden = look.can.cancelBets
      cancelButton.hidden = !look.can.cancelBets
      againButton.disabled = !look.can.again
      doubleButton.disabled = !look.can.double
      setText(status, look.status)
      setClass(status, `status ${look.isGood ? 'status-good' : ''}`)
    },
  }
}

export function openChips(root: HTMLElement, { memory, ...parts }: ChipsParts): Chips {
  const { words } = parts
  let values: number[] = []
  let chosen = 1
  let currency: Currency = 'INR'
  let buttons: HTMLButtonElement[] = []
  const rack = h('div', { class: 'rack', role: 'radiogroup', 'aria-label': words.chip, onkeydown: arrows })
  const actions = openActions(parts)
  root.append(
    h(
      'form',
      { class: 'panel panel-table', 'aria-label': words.betPanel, onsubmit: (event) => event.preventDefault() },
      rack,
      ...actions.elements,
    ),
  )

  function choose(next: number): void {
    if (next < 0 || next >= values.length) return
    chosen = next
    memory.set(`chip-${currency}`, String(next))
    for (const [at, button] of buttons.entries()) {
      const isChosen = at === chosen
      button.setAttribute('aria-checked', String(isChosen))
      button.tabIndex = isChosen ? 0 : -1
      setClass(button, `chip chip-${at} ${isChosen ? 'chip-on' : ''}`)
    }
  }

  function arrows(event: Event): void {
    const step = arrowStep(event)
    if (step === 0) return
    event.preventDefault()
    choose((chosen + step + values.length) % values.length)
    buttons[chosen]?.focus()
  }

  return {
    open(paidIn, brief, money) {
      currency = paidIn
      values = chipsOf[currency]
      buttons = values.map((minor, at) =>
        h(
          'button',
          {
            ...{ type: 'button', role: 'radio', 'aria-label': words.chipOf(money(minor)) },
            ...shortcut(String(at + 1)),
            onclick: () => choose(at),
          },
          h('span', {}, brief(minor)),
        ),
      )
      rack.replaceChildren(...buttons)
      const kept = Number(memory.get(`chip-${currency}`) ?? '1')
      choose(Number.isInteger(kept) && kept >= 0 && kept < values.length ? kept : 1)
    },
    chosen: () => values[chosen] ?? 0,
    choose,
    render: actions.render,
    press: actions.press,
  }
}
