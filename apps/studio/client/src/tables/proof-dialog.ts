import type { TableGame } from '../../../src/tables/rules.ts'
import { h, setText } from '../dom.ts'
import { openDialog, row } from '../instant/dialog.ts'
import { fetchChain, fetchRound, proofLink } from './check-round.ts'
import { proofView } from './proof-view.ts'
import type { Words } from './words.ts'

/** The proof of a past round within the game, since a sandboxed frame may not open windows. */
export async function openProof(
  dialog: HTMLDialogElement,
  game: TableGame,
  round: string,
  words: Words,
): Promise<void> {
  const { proof } = words
  const body = h('div', {}, h('p', { class: 'quiet' }, '…'))
  openDialog(dialog, proof.title(Number(round.split('-').at(-1))), proof.close, body)
  const told = await fetchRound(game, round)
  if (typeof told === 'string') return body.replaceChildren(h('p', { class: 'bad' }, proof[told]))
  const address = proofLink(game, round, told.inputs)
  const field = h('input', { type: 'text', readonly: true, value: address, 'aria-label': proof.copy, class: 'mono' })
  const copy = h('button', { type: 'button', class: 'quiet-button', onclick: () => void copyLink() }, proof.copy)
  async function copyLink(): Promise<void> {
    field.select()
    try {
      await navigator.clipboard.writeText(address)
      setText(copy, proof.copied)
    } catch {
      // The frame may not write to the clipboard; the link stands selected, ready for the player's own copy.
      field.focus()
    }
  }
  const open = h('a', { href: address, target: '_blank', rel: 'noopener' }, proof.open)
  body.replaceChildren(
    proofView(game, told.inputs, told.outcome, words),
    h('div', { class: 'proof-link' }, field, copy, open),
  )
}

/** How a player can know that no round was made to fit: what was published beforehand, and the last rounds to check. */
export async function openFairness(
  dialog: HTMLDialogElement,
  game: TableGame,
  rounds: { id: string; no: number; result: string }[],
  words: Words,
): Promise<void> {
  const { fairness, proof } = words
  const published = h('dl', {})
  const choices = rounds.map(({ id, no, result }) =>
    h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'quiet-button', onclick: () => void openProof(dialog, game, id, words) },
        fairness.round(no, result),
      ),
    ),
  )
  const body = h(
    'div',
    {},
    h('p', { class: 'quiet' }, fairness.how),
    published,
    h('h3', {}, fairness.rounds),
    choices.length > 0 ? h('ul', { class: 'choices' }, ...choices) : h('p', { class: 'quiet' }, fairness.none),
  )
  openDialog(dialog, fairness.title, proof.close, body)
  const chain = await fetchChain(game)
  if (!chain) return published.replaceWith(h('p', { class: 'bad' }, proof.failed))
  published.replaceChildren(row(proof.end, chain.endHash), row(proof.salt, chain.salt))
}
