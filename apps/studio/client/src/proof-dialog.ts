import { fetchRound, proofLink } from './check-round.ts'
import { h, setText } from './dom.ts'
import { proofView } from './proof-view.ts'
import type { Words } from './words.ts'

/** The proof of a past round within the game, since a sandboxed frame may not open windows. */
export async function openProof(dialog: HTMLDialogElement, round: string, words: Words): Promise<void> {
  const { proof } = words
  const close = h('button', { type: 'button', class: 'quiet-button', onclick: () => dialog.close() }, proof.close)
  const title = h('h2', { id: 'proof-title' }, proof.title(Number(round.split('-').at(-1))))
  const body = h('div', {}, h('p', { class: 'quiet' }, '…'))
  dialog.replaceChildren(h('header', {}, title, close), body)
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close()
  }
  dialog.showModal()
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
