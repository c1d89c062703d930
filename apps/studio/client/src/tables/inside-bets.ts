import {
  insideBetOf,
  insideBetsOn,
  insideKinds,
  type InsideBet,
  type InsideKind,
} from '../../../src/tables/games/inside-bets.ts'
import { neighboursOf } from '../../../src/tables/games/roulette.ts'
import type { TableGame } from '../../../src/tables/rules.ts'
import { h, setText } from '../dom.ts'
import { paysOf } from './pays.ts'
import { fieldWords, type Words } from './words.ts'

type Kind = 'number' | InsideKind | 'neighbours'
const kinds: readonly Kind[] = ['number', ...insideKinds, 'neighbours']
const neighbourReach = 2

export interface InsideBetsView {
  /** The player's stakes by field index, in minor units, placed or not. */
  lying: ReadonlyMap<number, number>
  brief(minor: number): string
}

/**
 * Roulette bets on several numbers: choose a kind, then a number; if several bets of the kind cover it, choose one. Works by touch, mouse and keys at
 * every width.
 */
export function openInsideBets(
  root: HTMLElement,
  { game, words, put }: { game: TableGame; words: Words; put(field: number): void },
) {
  const { inside } = words
  let kind: Kind = 'number'
  const buttons = kinds.map((one) => {
    const pays = one === 'number' || one === 'neighbours' ? null : h('small', {}, paysOf(game.slug, one))
    return h('button', { type: 'button', class: 'inside-kind', onclick: () => choose(one) }, inside.kinds[one], pays)
  })
  const row = h('div', { class: 'inside-kinds', role: 'group', 'aria-label': inside.label }, ...buttons)
  const offers = h('div', { class: 'inside-offers', role: 'group', hidden: true })
  const stakes = h('ul', { class: 'inside-stakes', 'aria-label': inside.stakes, hidden: true })
  root.append(row, offers, stakes)
  choose('number')

  function choose(next: Kind): void {
    kind = next
    for (const [at, button] of buttons.entries()) button.setAttribute('aria-pressed', String(kinds[at] === kind))
    close()
  }

  function close(): void {
    offers.hidden = true
    row.hidden = false
  }

  function offer(number: number, bets: readonly InsideBet[], opener: Element | null): void {
    const back = () => {
      close()
      if (opener instanceof HTMLElement) opener.focus()
    }
    const choices = bets.map(({ field }) =>
      h(
        'button',
        {
          type: 'button',
          class: 'inside-kind',
          onclick: () => {
            put(game.fields.indexOf(field))
            back()
          },
        },
        fieldWords(words, game.slug, field)[0],
      ),
    )
    const cancel = h(
      'button',
      { type: 'button', class: 'inside-kind', 'aria-label': words.proof.close, onclick: back },
      '✕',
    )
    offers.setAttribute('aria-label', inside.offers(String(number)))
    offers.replaceChildren(...choices, cancel)
    offers.onkeydown = (event) => {
      if (event.key === 'Escape') back()
    }
    row.hidden = true
    offers.hidden = false
    choices[0]?.focus()
  }

  return {
    /** Puts the chip on a field, or with a chosen kind on a bet that covers its number. */
    tap(field: number): void {
      const name = game.fields[field] ?? ''
      const number = /^n\d+$/.test(name) ? Number(name.slice(1)) : null
      if (kind === 'number' || number === null) return put(field)
      if (kind === 'neighbours')
        return neighboursOf(number, neighbourReach).forEach((one) => put(game.fields.indexOf(`n${one}`)))
      const bets = insideBetsOn(kind, number)
      const [only] = bets
      if (only && bets.length === 1) return put(game.fields.indexOf(only.field))
      if (only) offer(number, bets, document.activeElement)
    },
    render: (view: InsideBetsView): Set<number> => showStakes(stakes, game, words, view),
  }
}

/** Shows the stakes on several numbers; returns the numbers covered. */
function showStakes(list: HTMLElement, game: TableGame, words: Words, { lying, brief }: InsideBetsView): Set<number> {
  const shown = [...lying].flatMap(([field, minor]) => {
    const bet = insideBetOf(game.fields[field] ?? '')
    return bet ? [{ bet, minor }] : []
  })
  const texts = shown.map(({ bet, minor }) => `${fieldWords(words, game.slug, bet.field)[0]}: ${brief(minor)}`)
  while (list.children.length > texts.length) list.lastElementChild?.remove()
  while (list.children.length < texts.length) list.append(h('li'))
  for (const [at, item] of [...list.children].entries()) setText(item, texts[at] ?? '')
  list.hidden = texts.length === 0
  return new Set(shown.flatMap(({ bet }) => bet.numbers))
}
