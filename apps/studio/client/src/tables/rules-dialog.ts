import type { TableGame } from '../../../src/tables/rules.ts'
import { openDialog } from '../dialog.ts'
import { h } from '../dom.ts'
import { rulesTable } from '../rules-table.ts'
import { fieldWords, type Words } from './words.ts'

/** How the table is played and what each field gives back. */
export function openRules(
  dialog: HTMLDialogElement,
  game: TableGame,
  words: Words,
  range: { min: string; max: string } | null,
): void {
  const { rules } = words
  const fields = game.slug === 'roulette' ? game.fields.slice(36) : game.fields
  const rows = fields.map((field) => [
    ...fieldWords(words, game.slug, field),
    `${game.fieldReturns[field] ?? game.rtp} %`,
  ])
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
