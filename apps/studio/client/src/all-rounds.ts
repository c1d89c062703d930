import { openDialog } from './dialog.ts'
import { h } from './dom.ts'

interface AllRoundsWords {
  independent: string
  proof: { close: string }
}

/** Button before a row of rounds that opens all of them. */
export const openAllButton = (label: string, open: () => void): HTMLElement =>
  h('button', { type: 'button', class: 'last-open', 'aria-label': label, title: label, onclick: open }, '▤')

/** Shows the rounds in a dialog; each opens its proof. */
export function allRounds(
  dialog: HTMLDialogElement,
  words: AllRoundsWords & { lastRounds: string },
  points: readonly HTMLElement[],
): void {
  openDialog(
    dialog,
    words.lastRounds,
    words.proof.close,
    h(
      'div',
      { class: 'last-all' },
      h('ol', {}, ...points.map((point) => h('li', {}, point))),
      h('p', { class: 'quiet' }, words.independent),
    ),
  )
}
