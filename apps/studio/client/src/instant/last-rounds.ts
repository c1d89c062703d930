import type { RoundView } from '../../../src/instant/messages.ts'
import { allRounds, openAllButton } from '../all-rounds.ts'
import { h } from '../dom.ts'
import { times } from './draw.ts'
import type { Words } from './words.ts'

/** Equal to the number that the studio sends. */
const keptRounds = 50

/** Row of the player's last rounds, newest first: each opens its proof, and a button opens all. */
export function openLastRounds(row: HTMLElement, dialog: HTMLDialogElement, words: Words) {
  let rounds: RoundView[] = []
  row.setAttribute('aria-label', words.lastRounds)

  async function showProof(round: RoundView): Promise<void> {
    const { openProof } = await import('./proof-dialog.ts')
    await openProof(dialog, round, words)
  }

  const points = (): HTMLElement[] =>
    rounds
      .filter(({ state }) => state === 'settled' || state === 'settling')
      .map((round) => {
        const kind = round.payout > round.stake ? (round.multiplier >= 100_000 ? 'point-high' : 'point-mid') : ''
        return h(
          'button',
          {
            type: 'button',
            class: `point ${kind}`,
            'aria-label': words.proofOf(round.nonce, times(round.multiplier)),
            onclick: () => void showProof(round),
          },
          times(round.multiplier),
        )
      })
  const showAll = () => allRounds(dialog, words, points())

  function set(next: RoundView[]): void {
    rounds = next
    const shown = points()
    row.replaceChildren(...(shown.length > 0 ? [openAllButton(words.lastRounds, showAll)] : []), ...shown)
  }

  return {
    rounds: (): readonly RoundView[] => rounds,
    set,
    /** Adds a round in front, or replaces its older state. */
    add: (round: RoundView) => set([round, ...rounds.filter(({ id }) => id !== round.id)].slice(0, keptRounds)),
  }
}
