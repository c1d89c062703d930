import { h } from './dom.ts'
import type { Words } from './words.ts'

interface FieldEvents {
  stakeChanged(): void
  autoChanged(): void
  nudged(direction: 1 | -1): void
  pressed(): void
}

/** The elements of a panel: stake with its steps, quick stakes, automatic cash-out, the large button and the status line. */
export function openPanelFields(root: HTMLElement, index: 0 | 1, words: Words, events: FieldEvents) {
  const number = index + 1
  const input = (label: string, onchange: () => void, more: { placeholder?: string; title?: string } = {}) =>
    h('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-label': label, onchange, ...more })
  const step = (label: string, sign: string, direction: 1 | -1) =>
    h('button', { type: 'button', class: 'step', 'aria-label': label, onclick: () => events.nudged(direction) }, sign)

  const stake = input(words.inPanel(words.stake, number), events.stakeChanged)
  const less = step(words.inPanel(words.less, number), '−', -1)
  const more = step(words.inPanel(words.more, number), '+', 1)
  const quick = h('div', { class: 'quick' })
  const auto = input(words.inPanel(words.auto, number), events.autoChanged, {
    placeholder: '–',
    title: words.autoRange,
  })
  const label = h('span', { class: 'main-label' })
  const detail = h('span', { class: 'main-detail' })
  const keys = String(number)
  const main = h(
    'button',
    { type: 'button', class: 'main', 'aria-keyshortcuts': keys, title: words.keys, onclick: events.pressed },
    label,
    detail,
  )
  const status = h('p', { class: 'status', role: 'status' })
  root.append(
    h(
      'form',
      { class: 'panel', 'aria-label': words.panel(number), onsubmit: (event) => event.preventDefault() },
      h('div', { class: 'stake' }, less, h('label', { class: 'field' }, h('span', {}, words.stake), stake), more),
      quick,
      h('label', { class: 'auto' }, h('span', {}, words.auto), auto, h('span', { class: 'times' }, '×')),
      main,
      status,
    ),
  )
  return { stake, less, more, quick, auto, main, label, detail, status }
}
