import { cardText, type Card } from '@dhow/fairness/games'
import { h, setClass, setText } from '../dom.ts'
import { cardFace, cardName } from '../instant/card-face.ts'
import type { OpenStage } from './stage.ts'
import type { Words } from './words.ts'

/** A card game's own part: its hands and the order of the cards. */
export interface CardGame<Outcome> {
  slug: string
  seats: readonly string[]
  /** Cards at a seat in every round, outlined until dealt. */
  slots: number
  deal(outcome: Outcome): [seat: string, card: Card][]
  reveals(outcome: Outcome): number[]
  /** Text at a seat for its open cards. */
  note?(outcome: Outcome, seat: string, open: Card[], words: Words): string
}

/** Time to move and turn a card. */
const flightMs = 520

/** Stage of a card game: cards move from the shoe to their seats one by one and turn. */
export const cardStage =
  <Outcome>(game: CardGame<Outcome>): OpenStage<Outcome> =>
  ({ board, words, isStill, announce, sound }) => {
    const seats = new Map(game.seats.map((name) => [name, openSeat(name, game.slots, words)] as const))
    board.append(h('div', { class: `cards cards-${game.slug}` }, ...[...seats.values()].map((seat) => seat.element)))
    let shown: Outcome | null = null
    /** Cards not dealt yet, and cards being animated. */
    let waiting: Dealt[] = []
    let sent: Dealt[] = []
    let result: string | null = null

    function begin(outcome: Outcome | null): void {
      shown = outcome
      sent = []
      const atMs = outcome === null ? [] : game.reveals(outcome)
      waiting = (outcome === null ? [] : game.deal(outcome)).flatMap(([name, card], index) => {
        const seat = seats.get(name)
        return seat ? [{ seat, card, opensAtMs: atMs[index] ?? 0 }] : []
      })
      for (const seat of seats.values()) {
        seat.clear()
        seat.open = []
        setText(seat.note, '')
      }
    }

    function send({ seat, card }: Dealt, isQuiet: boolean): void {
      const face = cardFace(cardText(card), 'live', words)
      const back = h('div', { class: 'card card-live card-back', 'aria-hidden': 'true' })
      const one = h('li', { class: isQuiet ? 'lies' : 'comes' }, h('div', { class: 'turn' }, back, face))
      seat.lay(one)
      if (!isQuiet) sound()
    }

    function turn({ seat, card }: Dealt, outcome: Outcome, isQuiet: boolean): void {
      const { name } = seat
      seat.open.push(card)
      setText(seat.note, game.note?.(outcome, name, seat.open, words) ?? '')
      if (!isQuiet) announce(words.announcements.card(words.seats[name] ?? name, cardName(cardText(card), words)))
    }

    return {
      draw(outcome, elapsedMs) {
        if (outcome !== shown) begin(outcome)
        const due = (queue: Dealt[], leadMs: number): Dealt | undefined =>
          queue[0] && elapsedMs >= queue[0].opensAtMs - leadMs ? queue.shift() : undefined
        for (let card = due(waiting, flightMs); card; card = due(waiting, flightMs)) {
          send(card, isStill || document.hidden || elapsedMs > card.opensAtMs + 250)
          sent.push(card)
        }
        if (outcome === null) return
        for (let card = due(sent, 0); card; card = due(sent, 0)) turn(card, outcome, elapsedMs > card.opensAtMs + 1500)
      },
      settled(next) {
        if (next === result) return
        result = next
        for (const [name, seat] of seats) setClass(seat.element, `seat seat-${name} ${name === next ? 'seat-won' : ''}`)
      },
    }
  }

interface Seat {
  name: string
  element: HTMLElement
  /** Adds a card at the seat's next place. */
  lay(card: HTMLElement): void
  clear(): void
  note: HTMLElement
  /** Open cards. */
  open: Card[]
}

interface Dealt {
  seat: Seat
  card: Card
  opensAtMs: number
}

function openSeat(name: string, slots: number, words: Words): Seat {
  const cards = h('ul', { class: 'seat-cards' })
  const note = h('span', { class: 'seat-note' })
  const head = h('h2', { class: 'seat-head' }, h('span', {}, words.seats[name] ?? name), note)
  const clear = (): void =>
    cards.replaceChildren(...Array.from({ length: slots }, () => h('li', { class: 'slot', 'aria-hidden': 'true' })))
  clear()
  return {
    ...{ name, note, clear, open: [] },
    element: h('section', { class: `seat seat-${name}` }, head, cards),
    lay(card) {
      const slot = cards.querySelector('.slot')
      if (slot) slot.replaceWith(card)
      else cards.append(card)
    },
  }
}
