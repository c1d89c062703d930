import { openDialog } from '../dialog.ts'
import { h, setText } from '../dom.ts'
import { readPlan, roundCounts, type AutoPlan } from './auto-run.ts'
import { choice } from './controls.ts'
import type { Words } from './words.ts'

export interface AutoplayDialogParts {
  stake: number
  balance: number
  roundMs: number
  money(minor: number): string
  start(plan: AutoPlan): void
}

/** Dialog for rounds and limits of autoplay. Nothing is prefilled or remembered: each run is the player's decision. */
export function openAutoplayDialog(dialog: HTMLDialogElement, words: Words, parts: AutoplayDialogParts): void {
  const texts = words.autoplay
  const { stake, balance, money } = parts
  const start = h('button', { type: 'submit', class: 'autoplay-start' }, texts.start(roundCounts[0]))
  const rounds = choice(texts.rounds, roundCounts, roundCounts[0], String, (count) =>
    setText(start, texts.start(count)),
  )
  const loss = amountInput()
  const profit = amountInput()
  const fault = h('p', { class: 'bad', role: 'alert' })

  function submit(event: Event): void {
    event.preventDefault()
    const plan = readPlan({ rounds: rounds.value(), loss: loss.value, profit: profit.value }, { stake, balance })
    if (typeof plan === 'string') {
      setText(fault, plan === 'loss_range' ? texts.lossRange(money(stake), money(balance)) : texts.faults[plan])
      ;(plan === 'profit_invalid' ? profit : loss).focus()
      return
    }
    dialog.close()
    parts.start(plan)
  }

  const body = h(
    'form',
    { class: 'autoplay', novalidate: true, onsubmit: submit },
    h('p', { class: 'quiet' }, texts.lead(money(stake), parts.roundMs / 1000)),
    h('div', { class: 'autoplay-rounds' }, h('span', { class: 'opt-label' }, texts.rounds), rounds.element),
    h('label', {}, h('span', { class: 'opt-label' }, texts.loss), loss),
    h('label', {}, h('span', { class: 'opt-label' }, texts.profit), profit),
    fault,
    start,
    h('p', { class: 'quiet' }, texts.alsoStops),
  )
  openDialog(dialog, texts.title, words.proof.close, body)
}

const amountInput = (): HTMLInputElement =>
  h('input', { type: 'text', class: 'opt-input', inputmode: 'decimal', autocomplete: 'off' })
