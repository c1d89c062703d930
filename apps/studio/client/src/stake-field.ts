import { parseAmount, type Currency } from '@dhow/contract/money'
import type { StakeRange } from '../../src/crash/messages.ts'
import { h } from './dom.ts'
import type { Memory } from './memory.ts'

/** Stake field with two step buttons and quick stakes. Amounts in minor units. */
export interface StakeField {
  row: HTMLElement
  quick: HTMLElement
  value(): bigint
  /** Sets limits and quick stakes, and the remembered stake. The same range again keeps what was typed. */
  open(range: StakeRange, currency: Currency): void
  /** Applies the field's text even while it has the focus. */
  readTyped(): void
  lock(isLocked: boolean): void
}

export interface StakeFieldParts {
  /** Label of the field, and accessible names of the field and its buttons. */
  labels: Record<'stake' | 'field' | 'quick' | 'less' | 'more' | 'half' | 'double' | 'most' | 'max', string>
  /** Balance in minor units, which limits the button for the highest stake; null while unknown. */
  balance(): number | null
  memory: Pick<Memory, 'get' | 'set'>
  /** Storage key of a currency's stake. */
  keyOf(currency: string): string
  changed(): void
}

export function openStakeField({ labels, balance, memory, keyOf, changed }: StakeFieldParts): StakeField {
  let range: StakeRange | undefined
  let currency: Currency = 'INR'
  let stake = 0n
  const input = h('input', {
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    'aria-label': labels.field,
    onchange: () => set(parseAmount(input.value.trim()) ?? stake),
  })
  const step = (label: string, sign: string, direction: 1 | -1) =>
    h('button', { type: 'button', class: 'step', 'aria-label': label, onclick: () => nudge(direction) }, sign)
  const [less, more] = [step(labels.less, '−', -1), step(labels.more, '+', 1)]
  const quick = h('div', { class: 'quick', role: 'group', 'aria-label': labels.quick })
  const scale = (label: string, text: string, run: () => void) =>
    h('button', { type: 'button', 'aria-label': label, onclick: run }, text)
  const scales = h(
    'div',
    { class: 'quick quick-scale' },
    scale(labels.half, '½', () => set(stake / 2n)),
    scale(labels.double, '2×', () => set(stake * 2n)),
    scale(labels.most, labels.max, () => set(BigInt(Math.min(balance() ?? Infinity, range?.max ?? 0)))),
  )
  const rows = h('div', { class: 'quick-rows' }, quick, scales)

  function set(wanted: bigint): void {
    if (!range) return
    const [low, high] = [BigInt(range.min), BigInt(range.max)]
    stake = wanted < low ? low : wanted > high ? high : wanted
    const [whole, fraction] = [stake / 100n, stake % 100n]
    input.value = fraction === 0n ? String(whole) : `${whole}.${String(fraction).padStart(2, '0')}`
    memory.set(keyOf(currency), String(stake))
    changed()
  }

  function nudge(direction: 1 | -1): void {
    const next = direction > 0 ? ladder.find((rung) => rung > stake) : ladder.findLast((rung) => rung < stake)
    if (next !== undefined) set(next)
  }

  return {
    row: h('div', { class: 'stake' }, less, h('label', { class: 'field' }, h('span', {}, labels.stake), input), more),
    quick: rows,
    value: () => stake,
    open(next, paidIn) {
      if (currency === paidIn && range && JSON.stringify(range) === JSON.stringify(next)) return
      range = next
      currency = paidIn
      quick.replaceChildren(
        ...next.quick.map((minor) =>
          h('button', { type: 'button', onclick: () => set(BigInt(minor)) }, String(minor / 100)),
        ),
      )
      const remembered = memory.get(keyOf(currency))
      set(remembered && /^[0-9]{1,12}$/.test(remembered) ? BigInt(remembered) : BigInt(next.quick[0] ?? next.min))
    },
    readTyped() {
      const typed = parseAmount(input.value.trim())
      if (typed !== undefined && typed !== stake) set(typed)
    },
    lock(isLocked) {
      for (const one of [input, less, more, ...rows.querySelectorAll('button')]) one.disabled = isLocked
    },
  }
}

/** Steps of the stake: 1, 2, 5, 10, 20, 50 … up to five million, in minor units. */
const ladder = Array.from({ length: 7 }, (_, zeros) => 10n ** BigInt(zeros + 2)).flatMap((unit) => [
  unit,
  unit * 2n,
  unit * 5n,
])
