import type { Guess, HiloView } from '../../../src/instant/games/hilo.ts'
import { h, setClass, shortcut } from '../dom.ts'
import { cardFace } from './card-face.ts'
import { animate, times } from './draw.ts'
import type { Words } from './words.ts'

/** Hi-lo board: the open card, the cards before it, and a button for each guess. */
export function openHiloBoard(board: HTMLElement, words: Words, guess: (guess: Guess) => void) {
  const texts = words.hilo
  const open = h('div', { class: 'card card-large card-back' })
  const trail = h('ol', { class: 'hilo-trail', 'aria-label': texts.hand })
  const buttons = (['higher', 'lower', 'same', 'skip'] as const).map((one) => guessButton(one, texts, guess))
  const guesses = h('div', { class: 'hilo-guesses' }, ...buttons.map(({ element }) => element))
  board.append(h('div', { class: 'hilo' }, h('div', { class: 'hilo-table' }, open, guesses), trail))

  function drawCard(view: HiloView | null): void {
    const card = view?.cards.at(-1)
    if (!view || card === undefined) {
      setClass(open, 'card card-large card-back')
      open.replaceChildren(h('small', {}, texts.start))
      return
    }
    const face = cardFace(card, 'large', words)
    setClass(open, `${face.className} ${view.isWrong ? 'card-wrong' : ''}`)
    open.setAttribute('role', 'img')
    open.setAttribute('aria-label', face.getAttribute('aria-label') ?? '')
    open.replaceChildren(...face.childNodes)
  }

  function drawTrail({ cards, guesses: made }: Pick<HiloView, 'cards' | 'guesses'>): void {
    const first = Math.max(0, cards.length - 9)
    trail.replaceChildren(
      ...cards.slice(first).map((card, index) => {
        const before = made[first + index - 1]
        const text = before ? (texts.guesses[before] ?? '') : ''
        return h('li', {}, cardFace(card, 'small', words), h('span', { class: 'hilo-guess' }, text))
      }),
    )
  }

  return {
    draw(view: HiloView | null, isOpen: boolean): void {
      drawCard(view)
      drawTrail(view ?? { cards: [], guesses: [] })
      for (const button of buttons) button.draw(view?.choices ?? [], isOpen)
    },
    isOffered: (one: Guess): boolean => buttons.some(({ guess: of, element }) => of === one && !element.disabled),
    turn: (isStill: boolean): Promise<void> =>
      animate(170, isStill, (share) => {
        open.style.transform = share === 1 ? '' : `translateX(${(1 - share) * 26}px)`
        open.style.opacity = share === 1 ? '' : String(0.3 + share * 0.7)
      }),
  }
}

function guessButton(guess: Guess, texts: Words['hilo'], press: (guess: Guess) => void) {
  const label = h('span', {})
  const pays = h('b', {})
  const key = { higher: 'h', lower: 'l', same: 'e', skip: 's' }[guess]
  const attributes = { type: 'button', class: `guess guess-${guess}`, ...shortcut(key), onclick: () => press(guess) }
  const element = h('button', attributes, label, pays)
  return {
    guess,
    element,
    draw(choices: HiloView['choices'], isOpen: boolean): void {
      const choice = choices.find((one) => one.guess === guess)
      const isAtEnd = choices.some((one) => one.guess === 'same')
      label.textContent = (isAtEnd ? undefined : texts.orSame[guess]) ?? texts.guesses[guess] ?? guess
      pays.textContent = choice ? times(choice.multiplier) : ''
      element.disabled = !isOpen || (guess !== 'skip' && choice === undefined)
      element.hidden = guess === 'same' && !isAtEnd
    },
  }
}
