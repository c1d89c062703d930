import type { Guess, HiloOptions, HiloView } from '../../../src/instant/games/hilo.ts'
import { h } from '../dom.ts'
import { cardName } from './card-face.ts'
import { openHiloBoard } from './hilo-board.ts'
import type { OpenStage, RoundOf } from './stage.ts'

/** Hi-lo: guess whether the next card is higher or lower. */
export const openHilo: OpenStage<HiloOptions, HiloView> = ({ board, words, isStill, sendAction }) => {
  const texts = words.hilo
  let round: RoundOf<HiloOptions, HiloView> | null = null
  const cards = openHiloBoard(board, words, press)

  function press(guess: Guess): void {
    if (round?.state === 'open' && cards.isOffered(guess)) sendAction({ guess })
  }

  const draw = (): void => cards.draw(round?.view ?? null, round?.state === 'open')
  draw()

  return {
    options: () => ({}),
    async show(shown, isFresh) {
      round = shown
      draw()
      if (isFresh) await cards.turn(isStill)
    },
    lock: () => undefined,
    describe({ view }) {
      const card = view?.cards.at(-1)
      return view && card !== undefined ? `${cardName(card, words)}. ${view.isWrong ? texts.wrong : ''}` : ''
    },
    rules: () => h('p', {}, texts.rules),
    keys: {
      h: () => press('higher'),
      arrowup: () => press('higher'),
      l: () => press('lower'),
      arrowdown: () => press('lower'),
      e: () => press('same'),
      s: () => press('skip'),
    },
  }
}
