import { gameOf } from '../../../src/instant/games.ts'
import { h } from '../dom.ts'
import { openDialog } from '../dialog.ts'
import type { Words } from './words.ts'

export function openRules(
  dialog: HTMLDialogElement,
  slug: string,
  words: Words,
  rules: HTMLElement,
  stakes: [min: string, max: string] | null,
): void {
  const { rtp = '', volatility = 'medium' } = gameOf(slug) ?? {}
  const body = h(
    'div',
    { class: 'rules' },
    rules,
    h('p', {}, h('b', {}, words.rules.rtp(rtp))),
    h('p', {}, words.rules.swings[volatility] ?? '', stakes ? ` ${words.rules.stakes(...stakes)}` : ''),
    h('p', { class: 'quiet' }, words.rules.rounding),
    h('p', { class: 'quiet' }, words.keys),
  )
  openDialog(dialog, words.rules.button, words.proof.close, body)
}
