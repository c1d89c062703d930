import type { Guess, HiloView } from '../../../src/instant/games/hilo.ts'
import type { RoundView } from '../../../src/instant/messages.ts'
import { h, setClass } from '../dom.ts'
import { cardFace, cardName } from './card-face.ts'
import { animate, times } from './draw.ts'
import type { OpenStage } from './stage.ts'

/** One card lies open; the next is higher or lower. Long because its functions share the elements and options of the board. */
export const openHilo: OpenStage = ({ board, words, isStill, sendAction }) => {
  const texts = words.hilo
  let round: RoundView | null = null

  const open = h('div', { class: 'card card-large card-back' })
  const trail = h('ol', { class: 'hilo-trail', 'aria-label': texts.hand })
  const guesses = (['higher', 'lower', 'same', 'skip'] as const).map((guess) => {
    const label = h('span', {})
    const pays = h('b', {})
    const button = h(
      'button',
      { type: 'button', class: `guess guess-${guess}`, onclick: () => guessed(guess) },
      label,
      pays,
    )
    return { guess, label, pays, button }
  })
  board.append(
    h(
      'div',
      { class: 'hilo' },
      h('div', { class: 'hilo-table' }, open, h('div', { class: 'hilo-guesses' }, ...guesses.map((one) => one.button))),
      trail,
    ),
  )

  function guessed(guess: Guess): void {
    const isOffered = !guesses.find((one) => one.guess === guess)!.button.disabled
    if (round?.state === 'open' && isOffered) sendAction({ guess })
  }

  function draw(): void {
    const view = (round?.view ?? null) as HiloView | null
    const isOpen = round?.state === 'open'
    if (view) {
      const last = cardFace(view.cards.at(-1)!, 'large', words)
      setClass(open, `${last.className} ${view.isWrong ? 'card-wrong' : ''}`)
      open.setAttribute('role', 'img')
      open.setAttribute('aria-label', last.getAttribute('aria-label') ?? '')
      open.replaceChildren(...last.childNodes)
    } else {
      setClass(open, 'card card-large card-back')
      open.replaceChildren(h('small', {}, texts.start))
    }
    trail.replaceChildren(
      ...(view?.cards ?? []).slice(-9).map((card, index, shown) => {
        const guess = view!.guesses[view!.cards.length - shown.length + index - 1]
        return h(
          'li',
          {},
          cardFace(card, 'small', words),
          h('span', { class: 'hilo-guess' }, guess ? (texts.guesses[guess] ?? '') : ''),
        )
      }),
    )
    for (const { guess, label, pays, button } of guesses) {
      const choice = view?.choices.find((one) => one.guess === guess)
      const isOffered = isOpen && (guess === 'skip' || choice !== undefined)
      const isAtEnd = view?.choices.some((one) => one.guess === 'same') ?? false
      label.textContent = (isAtEnd ? undefined : texts.orSame[guess]) ?? texts.guesses[guess] ?? guess
      pays.textContent = choice ? times(choice.multiplier) : ''
      button.disabled = !isOffered
      button.hidden = guess === 'same' && !isAtEnd
    }
  }
  draw()

  return {
    options: () => ({}),
    async show(shown, isFresh) {
      round = shown
      draw()
      if (isFresh) {
        await animate(170, isStill, (share) => {
          open.style.transform = share === 1 ? '' : `translateX(${(1 - share) * 26}px)`
          open.style.opacity = share === 1 ? '' : String(0.3 + share * 0.7)
        })
      }
    },
    lock: () => undefined,
    describe(shown) {
      const view = shown.view as HiloView | null
      return view ? `${cardName(view.cards.at(-1)!, words)}. ${view.isWrong ? texts.wrong : ''}` : ''
    },
    rules: () => h('p', {}, texts.rules),
    keys: {
      h: () => guessed('higher'),
      arrowup: () => guessed('higher'),
      l: () => guessed('lower'),
      arrowdown: () => guessed('lower'),
      e: () => guessed('same'),
      s: () => guessed('skip'),
    },
  }
}
