import { allRounds, openAllButton } from './all-rounds.ts'
import { h } from './dom.ts'
import { hundredths } from './hundredths.ts'
import type { GameState } from './state.ts'
import type { Words } from './words.ts'

type Round = GameState['last'][number]

/** Row of the last crashes: each opens its proof, and a button opens all. */
export function openLastRounds(
  row: HTMLElement,
  dialog: HTMLDialogElement,
  words: Words,
  showProof: (no: number) => void,
) {
  let shown = ''
  const points = (rounds: readonly Round[]) =>
    rounds.map(([no, crash]) =>
      h(
        'button',
        {
          type: 'button',
          class: `point ${crash >= 1000 ? 'point-high' : crash >= 200 ? 'point-mid' : ''}`,
          'aria-label': words.proofOf(no, times(crash)),
          onclick: () => showProof(no),
        },
        times(crash),
      ),
    )

  return ({ last }: GameState): void => {
    const key = last.map(([no]) => no).join()
    if (key === shown) return
    shown = key
    const lastRounds = words.lastRounds(last.length)
    const all = openAllButton(lastRounds, () => allRounds(dialog, { ...words, lastRounds }, points(last)))
    row.replaceChildren(all, ...points(last))
  }
}

const times = (value: number): string => `${hundredths(value)}×`
