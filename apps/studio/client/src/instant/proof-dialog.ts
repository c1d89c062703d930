import type { RoundView } from '../../../src/instant/messages.ts'
import { copyableLink, openDialog } from '../dialog.ts'
import { h } from '../dom.ts'
import { fetchProof, proofLink } from './check-round.ts'
import { proofView } from './proof-view.ts'
import type { Words } from './words.ts'

/** Shows the proof of a past round inside the game, since a sandboxed frame may not always open windows. */
export async function openProof(dialog: HTMLDialogElement, round: RoundView, words: Words): Promise<void> {
  const { proof } = words
  const body = h('div', {}, h('p', { class: 'quiet' }, '…'))
  openDialog(dialog, proof.title(round.nonce), proof.close, body)
  const fetched = await fetchProof(round.game, round.id)
  if (typeof fetched === 'string') return body.replaceChildren(h('p', { class: 'bad' }, proof[fetched]))
  const address = proofLink(round.id, fetched)
  body.replaceChildren(proofView(fetched, fetched, words), copyableLink(address, proof))
}
