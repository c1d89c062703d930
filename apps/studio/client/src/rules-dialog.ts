import { openDialog } from './dialog.ts'
import { h } from './dom.ts'
import { moneyOf } from './money.ts'
import type { GameState } from './state.ts'
import type { Words } from './words.ts'

/** Multipliers in the table; the chance to reach one is 0.99 divided by it. */
const shown = [110, 150, 200, 500, 1000, 10_000, 100_000]

/** Rules and payouts of the crash game. */
export function openRules(dialog: HTMLDialogElement, { stakes, currency }: GameState, words: Words): void {
  const { rules } = words
  const money = (minor: number): string => moneyOf(minor, currency)
  const text = (hundredths: number): string =>
    `${(hundredths / 100).toLocaleString('en', { minimumFractionDigits: 2 })}×`
  const body = h(
    'div',
    { class: 'rules' },
    h('p', {}, rules.how),
    h('p', {}, rules.clock),
    h('p', {}, rules.breaks),
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, rules.target), h('th', { scope: 'col' }, rules.chance))),
      h(
        'tbody',
        {},
        ...shown.map((target) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, text(target)),
            h('td', {}, `${(9900 / target).toFixed(target > 9900 ? 3 : 2)} %`),
          ),
        ),
      ),
    ),
    h('p', {}, h('b', {}, rules.rtp)),
    stakes ? h('p', {}, rules.stakes(money(stakes.min), money(stakes.max))) : null,
    h('p', { class: 'quiet' }, rules.rounding),
    h('p', { class: 'quiet' }, words.keys),
  )
  openDialog(dialog, rules.button, words.proof.close, body)
}
