import type { TableGame } from '../../../src/tables/rules.ts'
import { openAllButton } from '../all-rounds.ts'
import { h } from '../dom.ts'
import type { TableState } from './state.ts'
import { resultWords, type Words } from './words.ts'

/** Row of the last rounds, each of which opens its proof; and the fairness dialog with the newest of them. */
export function openLastRounds(row: HTMLElement, dialog: HTMLDialogElement, game: TableGame, words: Words) {
  let shown = ''
  row.setAttribute('aria-label', words.lastRounds)

  async function showProof(round: string): Promise<void> {
    const { openProof } = await import('./proof-dialog.ts')
    await openProof(dialog, game, round, words)
  }

  async function showRoads(last: TableState['last']): Promise<void> {
    const { openRoads } = await import('./roads-dialog.ts')
    openRoads(
      dialog,
      game,
      last.map(([, result]) => result),
      words,
    )
  }

  return {
    render({ chain, last }: TableState): void {
      const key = last.map(([no]) => no).join()
      if (key === shown) return
      shown = key
      row.replaceChildren(
        openAllButton(words.lastRounds, () => void showRoads(last)),
        ...last.map(([no, result]) =>
          h(
            'button',
            {
              type: 'button',
              class: `point result result-${game.slug} is-${result}`,
              'aria-label': words.proofOf(no, resultWords(words, result)),
              onclick: () => void showProof(`${chain}-${no}`),
            },
            words.shortResults[result] ?? result,
          ),
        ),
      )
    },
    async showFairness({ chain, last }: TableState): Promise<void> {
      const { openFairness } = await import('./proof-dialog.ts')
      const rounds = last
        .slice(0, 5)
        .map(([no, result]) => ({ id: `${chain}-${no}`, no, result: resultWords(words, result) }))
      await openFairness(dialog, game, rounds, words)
    },
  }
}
