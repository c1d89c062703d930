import { fetchChain, fetchRound, proofLink, type ProofInputs, type PublishedRound } from './check-round.ts'
import { linkToTake, openDialog, row } from './dialog.ts'
import { h } from './dom.ts'
import type { CommonWords } from './words/common/en.ts'

/** A game whose rounds play a chain of hashes, as its two dialogs about that need to know it. */
export interface ChainGame<Round extends PublishedRound> {
  /** Addresses of the studio's chain and rounds and of the proof page of a round. */
  api: string
  page: string
  words: {
    proof: CommonWords['proof'] & CommonWords['chain'] & { inPlay: string }
    fairness: CommonWords['fairness'] & { how: string }
  }
  /** The proof of a round that was played so. */
  view(inputs: ProofInputs, published: Round): HTMLElement
}

/** The proof of a past round within the game, since a sandboxed frame may not open windows. */
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
  body.replaceChildren(game.view(answer.inputs, answer.published), linkToTake(address, proof))
}

/** How a player can know that no round was made to fit: what was published beforehand, and the last rounds to check. */
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
