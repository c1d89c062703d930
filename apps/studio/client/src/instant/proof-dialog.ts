import type { RoundView } from '../../../src/instant/messages.ts'
import { h, setText } from '../dom.ts'
import { fetchProof, proofLink } from './check-round.ts'
import { openDialog } from './dialog.ts'
import { proofView } from './proof-view.ts'
import type { Words } from './words.ts'

/** The proof of a past round within the game, since a sandboxed frame may not always open windows. */
export async function openProof(dialog: HTMLDialogElement, round: RoundView, words: Words): Promise<void> {
  const { proof } = words
  const body = h('div', {}, h('p', { class: 'quiet' }, '…'))
  openDialog(dialog, proof.title(round.nonce), proof.close, body)
  const told = await fetchProof(round.game, round.id)
  if (typeof told === 'string') return body.replaceChildren(h('p', { class: 'bad' }, proof[told]))
  const address = proofLink(round.id, told)
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
  body.replaceChildren(proofView(told, told, words), h('div', { class: 'proof-link' }, field, copy, open))
}
