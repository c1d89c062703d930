import type { TableGame } from '../../../src/tables/rules.ts'
import { openDialog } from '../dialog.ts'
import { h } from '../dom.ts'
import { bigRoad, hotAndCold } from './roads.ts'
import { resultWords, type Words } from './words.ts'

/** Shows the last rounds of a table, newest first: bead plate and big road, or the hot and cold numbers of roulette. */
export function openRoads(dialog: HTMLDialogElement, game: TableGame, results: readonly string[], words: Words): void {
  const { roads } = words
  const mark = (result: string, ties = 0): HTMLElement =>
    h(
      'li',
      { class: `point result result-${game.slug} is-${result}`, title: resultWords(words, result) },
      `${words.shortResults[result] ?? result}${ties > 0 ? `+${ties}` : ''}`,
    )
  const part = (title: string, ...children: Node[]) => h('section', {}, h('h3', {}, title), ...children)
  const bead = part(roads.bead, h('ol', { class: 'road-bead' }, ...results.toReversed().map((result) => mark(result))))
  const numbers = (rows: [number, number][]) =>
    h('ul', { class: 'choices' }, ...rows.map(([pocket, times]) => h('li', {}, mark(String(pocket)), ` ${times}×`)))
  const columns = bigRoad(results).map((column) =>
    h('li', {}, h('ol', {}, ...column.map(({ side, ties }) => mark(side, ties)))),
  )
  const { hot, cold } = hotAndCold(results)
  const parts =
    game.slug === 'roulette'
      ? [part(roads.hot, numbers(hot)), part(roads.cold, numbers(cold))]
      : [part(roads.big, h('ol', { class: 'road-big', tabindex: 0, 'aria-label': roads.big }, ...columns))]
  openDialog(
    dialog,
    words.lastRounds,
    words.proof.close,
    h('div', { class: 'roads' }, ...parts, bead, h('p', { class: 'quiet' }, roads.note)),
  )
}
