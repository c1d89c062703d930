import { formatMoney, parseAmount, type Currency } from '@dhow/contract/money'
import type { StakeRange } from '../../../src/instant/messages.ts'
import { h, setClass, setText } from '../dom.ts'
import type { Memory } from './stage.ts'
import type { Words } from './words.ts'

/** Stake and one large button that always says what it does. */
export interface Panel {
  controls: HTMLElement
  open(stakes: StakeRange, currency: Currency): void
  stake(): bigint
  render(look: PanelLook): void
  press(): void
}

export interface PanelLook {
  kind: 'idle' | 'busy' | 'flying'
  label: string
  detail: string
  status: string
  isGood: boolean
  isDisabled: boolean
  isFixed: boolean
}

export interface PanelParts {
  words: Words
  memory: Memory
  pressed(): void
  changed(): void
}

/** Long because its functions share the panel's elements and stake. */
export function openPanel(root: HTMLElement, { words, memory, pressed, changed }: PanelParts): Panel {
  let range: StakeRange | null = null
  let currency: Currency = 'INR'
  let stake = 0n
  const input = h('input', {
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    'aria-label': words.stake,
    onchange: () => setStake(parseAmount(input.value.trim()) ?? stake),
  })
  const less = h('button', { type: 'button', class: 'step', 'aria-label': words.less, onclick: () => nudge(-1) }, '−')
  const more = h('button', { type: 'button', class: 'step', 'aria-label': words.more, onclick: () => nudge(1) }, '+')
  const quick = h('div', { class: 'quick' })
  const label = h('span', { class: 'main-label' })
  const detail = h('span', { class: 'main-detail' })
  const main = h('button', { type: 'button', class: 'main', onclick: () => press() }, label, detail)
  const status = h('p', { class: 'status', role: 'status' })
  const controls = h('div', { class: 'options' })
  root.append(
    h(
      'form',
      { class: 'panel panel-instant', 'aria-label': words.betPanel, onsubmit: (event) => event.preventDefault() },
      controls,
      h('div', { class: 'stake' }, less, h('label', { class: 'field' }, h('span', {}, words.stake), input), more),
      quick,
      main,
      status,
    ),
  )

  function setStake(wanted: bigint): void {
    if (!range) return
    const [low, high] = [BigInt(range.min), BigInt(range.max)]
    stake = wanted < low ? low : wanted > high ? high : wanted
    const [whole, fraction] = [stake / 100n, stake % 100n]
    input.value = fraction === 0n ? String(whole) : `${whole}.${String(fraction).padStart(2, '0')}`
    memory.set(`stake-${currency}`, String(stake))
    changed()
  }

  /** Steps through 1, 2, 5, 10, 20, 50 … */
  function nudge(direction: 1 | -1): void {
    const ladder: bigint[] = []
    for (let unit = 100n; unit <= 100_000_000n; unit *= 10n) ladder.push(unit, unit * 2n, unit * 5n)
    const next = direction > 0 ? ladder.find((rung) => rung > stake) : ladder.findLast((rung) => rung < stake)
    if (next !== undefined) setStake(next)
  }

  function press(): void {
    if (main.disabled) return
    // The field counts as it stands, also where the cursor still is in it.
    const typed = parseAmount(input.value.trim())
    if (!input.disabled && typed !== undefined && typed !== stake) setStake(typed)
    pressed()
  }

  return {
    controls,
    open(stakes, paidIn) {
      range = stakes
      currency = paidIn
      quick.replaceChildren(
        ...stakes.quick.map((minor) =>
          h('button', { type: 'button', onclick: () => setStake(BigInt(minor)) }, String(minor / 100)),
        ),
      )
      const remembered = memory.get(`stake-${currency}`)
      setStake(remembered && /^[0-9]{1,12}$/.test(remembered) ? BigInt(remembered) : BigInt(stakes.quick[0]!))
    },
    stake: () => stake,
    render(look) {
      setClass(main, `main main-${look.kind}`)
      setText(label, look.label)
      setText(detail, look.detail)
      main.disabled = look.isDisabled
      setText(status, look.status)
      setClass(status, `status ${look.isGood ? 'status-good' : ''}`)
      for (const one of [input, less, more, ...quick.querySelectorAll('button')]) one.disabled = look.isFixed
    },
    press,
  }
}

export const moneyIn =
  (currency: Currency) =>
  (minor: number | bigint): string =>
    formatMoney(BigInt(minor), currency)
