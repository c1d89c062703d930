import { insideBetOf, insideKinds } from '../../../src/tables/games/inside-bets.ts'
import type { TableGame } from '../../../src/tables/rules.ts'
import { openDialog } from '../dialog.ts'
import { h } from '../dom.ts'
import { rulesTable } from '../rules-table.ts'
import { paysOf } from './pays.ts'
import { fieldWords, type Words } from './words.ts'

/** Rules of the table and payout of each field. */
export function openRules(
  dialog: HTMLDialogElement,
  game: TableGame,
  words: Words,
  range: { min: string; max: string } | null,
): void {
  const { rules } = words
  const rowOf = (field: string, [label, pays] = fieldWords(words, game.slug, field)) => [
    label,
    pays,
    `${game.fieldReturns[field] ?? game.rtp} %`,
  ]
  const outside = game.fields.filter((field) => !/^n[1-9]/.test(field) && !insideBetOf(field))
  const inside =
    game.slug === 'roulette'
      ? insideKinds.map((kind) => rowOf(kind, [words.inside.kinds[kind], paysOf(game.slug, kind)]))
      : []
  const rows = [...outside.map((field) => rowOf(field)), ...inside]
  const body = h(
    'div',
    { class: 'rules' },
    h('p', {}, rules.how[game.slug] ?? ''),
    rulesTable(rows, [rules.chance, rules.pays, rules.returns]),
    range ? h('p', {}, rules.range(range.min, range.max)) : null,
    h('p', {}, rules.breaks),
    h('p', { class: 'quiet' }, rules.rounding),
    h('p', { class: 'quiet' }, words.keys),
  )
  openDialog(dialog, rules.button, words.proof.close, body)
}
