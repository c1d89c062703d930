import type { Guess, HiloView } from '../../../src/instant/games/hilo.ts'
import type { RoundView } from '../../../src/instant/messages.ts'
import { h, setClass } from '../dom.ts'
import { animate, s, times } from './draw.ts'
import type { OpenStage } from './stage.ts'

const shapes: Record<string, string> = {
  diamond: 'M12 1 22 12 12 23 2 12z',
  heart: 'M12 22C4 15 1 11 1 7a5.500 5.500 0 0 1 11-1 5.500 5.500 0 0 1 11 1c0 4-3 8-11 15z',
  spade: 'M12 1c8 7 11 10 11 14a5 5 0 0 1-9 3c0 3 1 4 3 5H7c2-1 3-2 3-5a5 5 0 0 1-9-3C1 11 4 8 12 1z',
  club: 'M12 1a5 5 0 0 1 4 8 5 5 0 1 1-2 9c0 3 1 4 3 5H7c2-1 3-2 3-5a5 5 0 1 1-2-9 5 5 0 0 1 4-8z',
}

/** One card lies open; the next is higher or lower. */
export const openHilo: OpenStage = ({ board, words, isStill, act }) => {
  const said = words.hilo
  let round: RoundView | null = null

  const open = h('div', { class: 'card card-large card-back' })
  const trail = h('ol', { class: 'hilo-trail', 'aria-label': said.hand })
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
    if (round?.state === 'open' && isOffered) act({ guess })
  }

  function name(text: string): string {
    const [rank = '', suit = ''] = text.split('-')
    return said.card(said.ranks[rank] ?? rank, said.suits[suit] ?? suit)
  }

  function face(text: string, size: string): HTMLElement {
    const [rank = '', suit = ''] = text.split('-')
    const isRed = suit === 'diamond' || suit === 'heart'
    return h(
      'div',
      { class: `card card-${size} ${isRed ? 'card-red' : 'card-dark'}`, role: 'img', 'aria-label': name(text) },
      h('span', {}, rank),
      s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: shapes[suit] ?? '' })),
    )
  }

  function draw(): void {
    const view = (round?.view ?? null) as HiloView | null
    const isOpen = round?.state === 'open'
    if (view) {
      const last = face(view.cards.at(-1)!, 'large')
      setClass(open, `${last.className} ${view.isWrong ? 'card-wrong' : ''}`)
      open.setAttribute('role', 'img')
      open.setAttribute('aria-label', last.getAttribute('aria-label') ?? '')
      open.replaceChildren(...last.childNodes)
    } else {
      setClass(open, 'card card-large card-back')
      open.replaceChildren(h('small', {}, said.start))
    }
    trail.replaceChildren(
      ...(view?.cards ?? []).slice(-9).map((card, place, shown) => {
        const guess = view!.guesses[view!.cards.length - shown.length + place - 1]
        return h(
          'li',
          {},
          face(card, 'small'),
          h('span', { class: 'hilo-guess' }, guess ? (said.guesses[guess] ?? '') : ''),
        )
      }),
    )
    for (const { guess, label, pays, button } of guesses) {
      const choice = view?.choices.find((one) => one.guess === guess)
      const isOffered = isOpen && (guess === 'skip' || choice !== undefined)
      const isAtEnd = view?.choices.some((one) => one.guess === 'same') ?? false
      label.textContent = (isAtEnd ? undefined : said.orSame[guess]) ?? said.guesses[guess] ?? guess
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
    tell(shown) {
      const view = shown.view as HiloView | null
      return view ? `${name(view.cards.at(-1)!)}. ${view.isWrong ? said.wrong : ''}` : ''
    },
    rules: () => h('p', {}, said.rules),
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
