import { openAutoField } from './auto-field.ts'
import { h, setClass, setText } from './dom.ts'
import type { Memory } from './memory.ts'
import type { PanelLook } from './panel-look.ts'
import { openStakeField } from './stake-field.ts'
import type { Words } from './words.ts'

interface FieldParts {
  index: 0 | 1
  words: Words
  memory: Memory
  balance(): number | null
  stakeChanged(): void
  pressed(): void
}

/** Elements of a panel: stake with steps, quick stakes, automatic cash-out, large button, status line. */
export function openPanelFields(
  root: HTMLElement,
  { index, words, memory, balance, stakeChanged, pressed }: FieldParts,
) {
  const number = index + 1
  const stake = openStakeField({
    labels: {
      stake: words.stake,
      field: words.inPanel(words.stake, number),
      quick: words.inPanel(words.quick, number),
      less: words.inPanel(words.less, number),
      more: words.inPanel(words.more, number),
      half: words.inPanel(words.half, number),
      double: words.inPanel(words.double, number),
      most: words.inPanel(words.most, number),
      max: words.max,
    },
    balance,
    memory,
    keyOf: (currency) => `stake-${index}-${currency}`,
    changed: stakeChanged,
  })
  // Lock until the stakes are known, so that nothing typed is lost.
  stake.lock(true)
  const auto = openAutoField(words, index, memory)
  const label = h('span', { class: 'main-label' })
  const detail = h('span', { class: 'main-detail' })
  const keys = String(number)
  const main = h(
    'button',
    { type: 'button', class: 'main', 'aria-keyshortcuts': keys, 'data-key': keys, title: words.keys, onclick: pressed },
    label,
    detail,
  )
  const status = h('p', { class: 'status', role: 'status' })
  root.append(
    h(
      'form',
      { class: 'panel', 'aria-label': words.panel(number), onsubmit: (event) => event.preventDefault() },
      stake.row,
      stake.quick,
      auto.element,
      main,
      status,
    ),
  )
  return {
    stake,
    auto,
    isDisabled: () => main.disabled,
    showDetail: (text: string) => setText(detail, text),
    render(
      look: PanelLook,
      { isDisabled, isFixed, isGain }: { isDisabled: boolean; isFixed: boolean; isGain: boolean },
    ) {
      setClass(main, `main main-${look.style}`)
      setText(label, look.label)
      if (look.style !== 'flying') setText(detail, look.detail)
      // Hide the value in flight from screen readers, since it changes each frame.
      detail.ariaHidden = look.style === 'flying' ? 'true' : null
      main.disabled = isDisabled
      setText(status, look.status)
      setClass(status, `status ${isGain ? 'status-good' : ''}`)
      stake.lock(isFixed)
      auto.lock(isFixed)
    },
  }
}
