import type { TableGame } from '../../../src/tables/rules.ts'
import { insideBetOf } from '../../../src/tables/games/inside-bets.ts'
import { h, setClass, setText } from '../dom.ts'
import type { InsideBetsView } from './inside-bets.ts'
import { fieldWords, type Words } from './words.ts'

/** Fields for stakes: buttons that add the chosen chip. */
export interface Layout {
  render(view: LayoutView): void
}

export interface LayoutView {
  /** By field index, in minor units: placed stakes, and chips not placed yet. */
  placed: Map<number, number>
  waiting: Map<number, number>
  /** Stakes of all players by field. */
  others: Map<number, { stakes: number; text: string }>
  isOpen: boolean
  /** Fields that pay more than their stake in the settled round. */
  won: Set<number>
  money(minor: number): string
  /** Short form of an amount. */
  brief(minor: number): string
}

export interface LayoutParts {
  game: TableGame
  words: Words
  put(field: number): void
  /** Bets on several numbers, if the table has them: shows them and returns the numbers covered. */
  inside: { tap(field: number): void; render(view: InsideBetsView): Set<number> } | null
}

export function openLayout(root: HTMLElement, { game, words, put, inside }: LayoutParts): Layout {
  root.setAttribute('aria-label', words.layout)
  const tap = inside?.tap ?? put
  const fields = game.fields.flatMap((name, index) => {
    // Bets on several numbers have no button of their own.
    if (insideBetOf(name)) return []
    const [label, pays] = fieldWords(words, game.slug, name)
    const token = h('span', { class: 'token', 'aria-hidden': 'true' })
    const crowd = h('span', { class: 'crowd', 'aria-hidden': 'true' })
    // Text for screen readers, with the same facts.
    const spoken = h('span', { class: 'hidden' })
    const button = h(
      'button',
      { type: 'button', class: '', onclick: () => tap(index) },
      spoken,
      h('span', { class: 'spot-label', 'aria-hidden': 'true' }, label),
      h('span', { class: 'spot-pays', 'aria-hidden': 'true' }, pays),
      token,
      crowd,
    )
    return [{ index, name, label, pays, button, token, crowd, spoken }]
  })
  const buttons = fields.map(({ button }) => button)
  const grid = h('div', { class: `spots spots-${game.slug}`, onkeydown: (event) => move(event, buttons) }, ...buttons)
  root.append(grid)
  // Roving tabindex: the fields are one Tab stop; arrows move between them.
  const rest = (one: EventTarget | null | undefined): void => {
    for (const button of buttons) button.tabIndex = button === one ? 0 : -1
  }
  rest(buttons[0])
  // Only buttons are focusable.
  grid.addEventListener('focusin', (event) => rest(event.target))

  return {
    render({ placed, waiting, others, isOpen, won, money, brief }) {
      const lying = new Map(placed)
      for (const [field, minor] of waiting) lying.set(field, (lying.get(field) ?? 0) + minor)
      const covered = inside?.render({ lying, brief })
      for (const { index, name, label, pays, button, token, crowd, spoken } of fields) {
        const [lies, comes] = [placed.get(index) ?? 0, waiting.get(index) ?? 0]
        const crowded = others.get(index)
        const classes = [
          'spot',
          `spot-${name}`,
          lies > 0 ? 'spot-placed' : '',
          comes > 0 ? 'spot-waiting' : '',
          won.has(index) ? 'spot-won' : '',
          covered?.has(Number(name.slice(1))) ? 'spot-covered' : '',
        ]
        setClass(button, classes.filter(Boolean).join(' '))
        setText(token, lies + comes > 0 ? brief(lies + comes) : '')
        setText(crowd, crowded ? `${crowded.stakes} · ${crowded.text}` : '')
        const own = words.withYours(lies > 0 ? money(lies) : '', comes > 0 ? money(comes) : '')
        const theirs = crowded ? words.others(crowded.stakes, crowded.text) : ''
        setText(spoken, [words.field(label, pays), own, theirs].filter(Boolean).join('. '))
        // A closed field keeps the focus but accepts nothing.
        button.setAttribute('aria-disabled', String(!isOpen))
      }
    },
  }
}

const ways: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves to the nearest field on the screen in the arrow's direction. */
function move(event: Event, buttons: HTMLElement[]): void {
  const way = event instanceof KeyboardEvent ? ways[event.key] : undefined
  const from = document.activeElement?.closest<HTMLElement>('.spot')
  if (!way || !from) return
  event.preventDefault()
  const [right, down] = way
  const middle = (one: HTMLElement): [number, number] => {
    const { left, top, width, height } = one.getBoundingClientRect()
    return [left + width / 2, top + height / 2]
  }
  const [x, y] = middle(from)
  let best: HTMLElement | undefined
  let least = Infinity
  for (const one of buttons) {
    const [toX, toY] = middle(one)
    const ahead = (toX - x) * right + (toY - y) * down
    const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right)
    if (ahead < 4 || ahead + aside * 2 >= least) continue
    least = ahead + aside * 2
    best = one
  }
  best?.focus()
}
