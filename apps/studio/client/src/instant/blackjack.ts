import type { BlackjackAction, BlackjackOptions, BlackjackView } from '../../../src/instant/games/blackjack.ts'
import { h, setClass, setText, shortcut } from '../dom.ts'
import { cardFace } from './card-face.ts'
import { animate } from './draw.ts'
import type { OpenStage, RoundOf } from './stage.ts'

const dealMs = 150

/** Blackjack: the hands of player and dealer. */
export const openBlackjack: OpenStage<BlackjackOptions, BlackjackView> = ({ board, words, isStill, sendAction }) => {
  const texts = words.blackjack
  let round: RoundOf<BlackjackOptions, BlackjackView> | null = null
  let shown: BlackjackView | null = null

  const hand = (label: string) => {
    const cards = h('div', { class: 'hand-cards' })
    const total = h('b', { class: 'hand-total' })
    const element = h('div', { class: 'hand', role: 'group', 'aria-label': label }, h('span', {}, label), total, cards)
    return { cards, total, element }
  }
  const dealer = hand(texts.dealer)
  const player = hand(texts.player)
  const end = h('p', { class: 'hand-end' }, texts.start)
  const button = (move: BlackjackAction['move'], key: string) =>
    h(
      'button',
      { type: 'button', class: 'guess', disabled: true, ...shortcut(key), onclick: () => play(move) },
      texts[move],
    )
  const hit = button('hit', 'd')
  const stand = button('stand', 's')
  board.append(
    h('div', { class: 'twenty-one' }, dealer.element, end, player.element, h('div', { class: 'moves' }, hit, stand)),
  )

  function play(move: BlackjackAction['move']): void {
    if (round?.state === 'open' && !hit.disabled) sendAction({ move })
  }

  /** Draws `theirs` cards of the dealer; one lies face down while more are to come. */
  function draw(view: BlackjackView | null, theirs: number): void {
    const isAll = view !== null && theirs >= view.dealer.length
    player.cards.replaceChildren(...(view?.player ?? []).map((card) => cardFace(card, 'hand', words)))
    const open = (view?.dealer ?? []).slice(0, theirs).map((card) => cardFace(card, 'hand', words))
    if (view && theirs < 2) {
      open.push(h('div', { class: 'card card-hand card-back', role: 'img', 'aria-label': texts.hidden }))
    }
    dealer.cards.replaceChildren(...open)
    setText(player.total, view ? texts.total(view.playerTotal, view.isSoft && view.end === null) : '')
    setText(dealer.total, view && isAll ? String(view.dealerTotal) : '')
    const isOpen = round?.state === 'open'
    hit.disabled = stand.disabled = !isOpen
    setText(end, view === null ? texts.start : view.end !== null && isAll ? (texts.ends[view.end] ?? '') : '')
    setClass(end, `hand-end ${view?.end === 'won' || view?.end === 'natural' ? 'is-won' : ''}`)
  }
  draw(null, 0)

  return {
    options: () => ({}),
    async show(next, isFresh) {
      round = next
      const view = next?.view ?? null
      const before = isFresh && shown !== null && shown.end === null ? shown.dealer.length : isFresh ? 1 : 0
      shown = view
      if (!view) return draw(null, 0)
      if (isFresh && view.end !== null && view.dealer.length > before) {
        let dealt = before
        draw(view, dealt)
        await animate(dealMs * 2 * (view.dealer.length - before), isStill, (share) => {
          const now = before + Math.floor(share * (view.dealer.length - before))
          if (now === dealt) return
          dealt = now
          draw(view, now)
        })
      }
      draw(view, view.dealer.length)
      if (isFresh && view.end === null) await animate(dealMs, isStill, () => undefined)
    },
    lock: () => undefined,
    describe: ({ view }) => (view ? texts.totals(view.playerTotal, view.dealerTotal) : ''),
    rules: () => h('div', {}, h('p', {}, texts.rules), h('p', { class: 'quiet' }, texts.best)),
    keys: { d: () => play('hit'), h: () => play('hit'), s: () => play('stand') },
  }
}
