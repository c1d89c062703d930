import type { Currency } from '@dhow/contract/money'
import type { StakeRange } from '../../../src/instant/messages.ts'
import { h, setClass, setText } from '../dom.ts'
import { moneyOf } from '../money.ts'
import { openStakeField } from '../stake-field.ts'
import type { Memory } from './stage.ts'
import type { Words } from './words.ts'

/** Stake and one large button labelled with its action. */
export interface Panel {
  controls: HTMLElement
  open(stakes: StakeRange, currency: Currency): void
  stake(): bigint
  render(look: PanelLook): void
  press(): void
}

export interface PanelLook {
  kind: 'idle' | 'busy' | 'flying' | 'running'
  label: string
  detail: string
  status: string
  isGood: boolean
  isDisabled: boolean
  isFixed: boolean
  /** The next round is free, so the stake cannot be chosen. */
  isFree: boolean
}

export interface PanelParts {
  words: Words
  memory: Memory
  /** In minor units; null while unknown. */
  balance(): number | null
  pressed(): void
  changed(): void
}

export function openPanel(root: HTMLElement, { words, memory, balance, pressed, changed }: PanelParts): Panel {
  let isFixed = false
  const stake = openStakeField({
    labels: { ...words, field: words.stake },
    balance,
    memory,
    keyOf: (currency) => `stake-${currency}`,
    changed,
  })
  const label = h('span', { class: 'main-label' })
  const detail = h('span', { class: 'main-detail' })
  const main = h('button', { type: 'button', class: 'main', 'data-key': '⏎', onclick: () => press() }, label, detail)
  const status = h('p', { class: 'status', role: 'status' })
  const controls = h('div', { class: 'options' })
  root.append(
    h(
      'form',
      { class: 'panel panel-instant', 'aria-label': words.betPanel, onsubmit: (event) => event.preventDefault() },
      controls,
      stake.row,
      stake.quick,
      main,
      status,
    ),
  )

  function press(): void {
    if (main.disabled) return
    if (!isFixed && !stake.row.hidden) stake.readTyped()
    pressed()
  }

  return {
    controls,
    open: stake.open,
    stake: stake.value,
    render(look) {
      isFixed = look.isFixed
      setClass(main, `main main-${look.kind}`)
      setText(label, look.label)
      setText(detail, look.detail)
      main.disabled = look.isDisabled
      setText(status, look.status)
      setClass(status, `status ${look.isGood ? 'status-good' : ''}`)
      stake.lock(isFixed)
      stake.row.hidden = look.isFree
      stake.quick.hidden = look.isFree
    },
    press,
  }
}

export const moneyIn =
  (currency: Currency) =>
  (minor: number | bigint): string =>
    moneyOf(minor, currency)
