import { fetchChain, fetchRound, proofLink, type ProofInputs, type PublishedRound } from './check-round.ts'
import { copyableLink, openDialog, row } from './dialog.ts'
import { h } from './dom.ts'
import type { CommonWords } from './words/common/en.ts'

/** Data of a hash-chain game for its two dialogs about fairness. */
export interface ChainGame<Round extends PublishedRound> {
  /** Addresses of the chain, the rounds and the proof page. */
  api: string
  page: string
  words: {
    proof: CommonWords['proof'] & CommonWords['chain'] & { inPlay: string }
    fairness: CommonWords['fairness'] & { how: string }
  }
  /** Renders the proof of a round. */
  view(inputs: ProofInputs, published: Round): HTMLElement
}

/** Shows the proof of a past round inside the game, since a sandboxed frame may not open windows. */
export async function openChainProof<Round extends PublishedRound>(
  dialog: HTMLDialogElement,
  game: ChainGame<Round>,
  round: string,
): Promise<void> {
  const { proof } = game.words
  const body = h('div', {}, h('p', { class: 'quiet' }, '…'))
  openDialog(dialog, proof.title(Number(round.split('-').at(-1))), proof.close, body)
  const answer = await fetchRound<Round>(game.api, round)
  if (typeof answer === 'string') return body.replaceChildren(h('p', { class: 'bad' }, proof[answer]))
  const address = proofLink(game.page, round, answer.inputs)
  body.replaceChildren(game.view(answer.inputs, answer.published), copyableLink(address, proof))
}

/** Dialog about fairness: the commitment published beforehand, and the last rounds to check. */
export async function openChainFairness<Round extends PublishedRound>(
  dialog: HTMLDialogElement,
  game: ChainGame<Round>,
  rounds: { id: string; label: string }[],
): Promise<void> {
  const { fairness, proof } = game.words
  const published = h('dl', {})
  const choices = rounds.map(({ id, label }) => {
    const onclick = () => void openChainProof(dialog, game, id)
    return h('li', {}, h('button', { type: 'button', class: 'quiet-button', onclick }, label))
  })
  const body = h(
    'div',
    {},
    h('p', { class: 'quiet' }, fairness.how),
    published,
    h('h3', {}, fairness.rounds),
    choices.length > 0 ? h('ul', { class: 'choices' }, ...choices) : h('p', { class: 'quiet' }, fairness.none),
  )
  openDialog(dialog, fairness.title, proof.close, body)
  const chain = await fetchChain(game.api)
  if (!chain) return published.replaceWith(h('p', { class: 'bad' }, proof.failed))
  published.replaceChildren(row(proof.end, chain.endHash), row(proof.salt, chain.salt))
}
