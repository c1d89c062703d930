import type { RoundView } from '../../../src/instant/messages.ts'
import { h } from '../dom.ts'
import { times } from './draw.ts'
import type { Words } from './words.ts'

/** The row of the player's last rounds, each of which opens its proof. */
export function openLastRounds(row: HTMLElement, dialog: HTMLDialogElement, words: Words) {
  row.setAttribute('aria-label', words.lastRounds)

  async function showProof(round: RoundView): Promise<void> {
    const { openProof } = await import('./proof-dialog.ts')
    await openProof(dialog, round, words)
  }

  return {
    render(rounds: RoundView[]): void {
      const shown = rounds.filter((round) => round.state === 'settled' || round.state === 'settling')
      row.replaceChildren(
        ...shown.map((round) => {
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
        }),
      )
    },
  }
}
