import { cardText, type Card } from '@dhow/fairness/games'
import { h, setClass, setText } from '../dom.ts'
import { cardFace, cardName } from '../instant/card-face.ts'
import type { OpenStage } from './stage.ts'
import type { Words } from './words.ts'

/** A card game's own part: who sits where, and in which order the cards come. */
export interface CardGame<Outcome> {
  slug: string
  seats: readonly string[]
  deal(outcome: Outcome): [seat: string, card: Card][]
  reveals(outcome: Outcome): number[]
  /** Text beside a seat with these cards open. */
  note?(outcome: Outcome, seat: string, open: Card[], words: Words): string
}

/** A card is on its way for so long before it lies open. */
const flightMs = 520

/** Cards that come from the shoe one by one, turn, and lie at their seats. */
export const cardStage =
  <Outcome>(game: CardGame<Outcome>): OpenStage =>
  ({ board, words, isStill, announce, sound }) => {
    const seats = new Map(
      game.seats.map((name) => {
        const cards = h('ul', { class: 'seat-cards' })
        const note = h('span', { class: 'seat-note' })
        const head = h('h2', { class: 'seat-head' }, h('span', {}, words.seats[name] ?? name), note)
        const element = h('section', { class: `seat seat-${name}` }, head, cards)
        return [name, { element, cards, note, open: [] as Card[] }]
      }),
    )
    board.append(h('div', { class: `cards cards-${game.slug}` }, ...[...seats.values()].map((seat) => seat.element)))
    let shown: Outcome | null = null
    let dealt: [string, Card][] = []
    let atMs: number[] = []
    let sent = 0
    let open = 0
    let result: string | null = null

    function begin(outcome: Outcome | null): void {
      shown = outcome
      dealt = outcome === null ? [] : game.deal(outcome)
      atMs = outcome === null ? [] : game.reveals(outcome)
      sent = open = 0
      for (const seat of seats.values()) {
        seat.cards.replaceChildren()
        seat.open = []
        setText(seat.note, '')
      }
    }

    function send(isQuiet: boolean): void {
      const [name, card] = dealt[sent++]!
      const seat = seats.get(name)!
      const text = cardText(card)
      const face = cardFace(text, 'live', words)
      const back = h('div', { class: 'card card-live card-back', 'aria-hidden': 'true' })
      const one = h('li', { class: isQuiet ? 'lies' : 'comes' }, h('div', { class: 'turn' }, back, face))
      seat.cards.append(one)
      if (!isQuiet) sound()
    }

    function turn(isQuiet: boolean): void {
      const [name, card] = dealt[open++]!
      const seat = seats.get(name)!
      seat.open.push(card)
      setText(seat.note, game.note?.(shown!, name, seat.open, words) ?? '')
      if (!isQuiet) announce(words.announcements.card(words.seats[name] ?? name, cardName(cardText(card), words)))
    }

    return {
      draw(outcome, elapsedMs) {
        if (outcome !== shown) begin(outcome as Outcome | null)
        while (sent < dealt.length && elapsedMs >= atMs[sent]! - flightMs)
          send(isStill || document.hidden || elapsedMs > atMs[sent]! + 250)
        while (open < sent && elapsedMs >= atMs[open]!) turn(elapsedMs > atMs[open]! + 1500)
      },
      settled(next) {
        if (next === result) return
        result = next
        for (const [name, seat] of seats) setClass(seat.element, `seat seat-${name} ${name === next ? 'seat-won' : ''}`)
      },
    }
  }
