import { fetchChain, fetchRound, proofLink } from './check-round.ts'
import { h, setText } from './dom.ts'
import { proofView } from './proof-view.ts'
import type { Words } from './words.ts'

/** The proof of a past round within the game, since a sandboxed frame may not open windows. */
export async function openProof(dialog: HTMLDialogElement, round: string, words: Words): Promise<void> {
  const { proof } = words
  const body = showDialog(dialog, proof.title(Number(round.split('-').at(-1))), words, h('p', { class: 'quiet' }, '…'))
  const told = await fetchRound(round)
  if (typeof told === 'string') {
    body.replaceChildren(h('p', { class: 'bad' }, proof[told]))
    return
  }
  const address = proofLink(round, told.inputs)
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
  body.replaceChildren(proofView(told.inputs, told.played, words), h('div', { class: 'proof-link' }, field, copy, open))
}

/** How a player can know that no round was made to fit: what was published beforehand, and the last rounds to check. */
export async function openFairness(
  dialog: HTMLDialogElement,
  rounds: { id: string; no: number; crash: string }[],
  words: Words,
): Promise<void> {
  const { fairness, proof } = words
  const published = h('dl', {})
  const choices = rounds.map(({ id, no, crash }) =>
    h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'quiet-button', onclick: () => void openProof(dialog, id, words) },
        fairness.round(no, crash),
      ),
    ),
  )
  showDialog(
    dialog,
    fairness.title,
    words,
    h('p', { class: 'quiet' }, fairness.how),
    published,
    h('h3', {}, fairness.rounds),
    choices.length > 0 ? h('ul', { class: 'choices' }, ...choices) : h('p', { class: 'quiet' }, fairness.none),
  )
  const chain = await fetchChain()
  if (!chain) return published.replaceWith(h('p', { class: 'bad' }, proof.failed))
  const row = (name: string, value: string) => h('div', {}, h('dt', {}, name), h('dd', { class: 'mono' }, value))
  published.replaceChildren(row(proof.end, chain.endHash), row(proof.salt, chain.salt))
}

/** Opens the page's one dialog with a title and a body; a tap beside it or Escape closes it. */
export function showDialog(dialog: HTMLDialogElement, name: string, words: Words, ...content: Node[]): HTMLElement {
  const close = h('button', { type: 'button', class: 'quiet-button', onclick: () => dialog.close() }, words.proof.close)
  const body = h('div', {}, ...content)
  dialog.replaceChildren(h('header', {}, h('h2', { id: 'proof-title' }, name), close), body)
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close()
  }
  if (!dialog.open) dialog.showModal()
  return body
}
