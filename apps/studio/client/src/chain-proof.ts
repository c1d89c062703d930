import {
  commitmentFor,
  fetchRound,
  inputsInLink,
  isWhole,
  hashToChainEnd,
  type ProofInputs,
  type PublishedRound,
} from './check-round.ts'
import { row } from './dialog.ts'
import { byId, h, setText } from './dom.ts'
import { logLinks } from './log-links.ts'
import type { CommonWords } from './words/common/en.ts'

type ProofWords = CommonWords['proof'] & CommonWords['chain'] & { explained: string; inPlay: string }

/** Result that a game computes from the inputs of a round's proof. */
interface Proven {
  /** The result, as it is shown above the checks. */
  result: string
  /** Sentence that states whether the result matches the played one. */
  isRight: boolean
  said: string
  /** Further parts of the deal. */
  parts?: [label: string, text: string][]
  /** The command that computes it without a browser. */
  byHand: string
}

/** The proof itself: the inputs, and the two checks as this browser makes them. */
export function chainProof(
  inputs: ProofInputs,
  words: ProofWords,
  prove: (inputs: ProofInputs) => Proven,
): HTMLElement {
  if (!isWhole(inputs)) return h('p', { class: 'bad' }, words.badLink)
  const { result, isRight, said, parts = [], byHand } = prove(inputs)
  const chain = h('li', { class: 'check' }, words.walking(0))
  void hashToChainEnd(inputs, (percent) => setText(chain, words.walking(percent))).then((leads) => {
    setText(chain, leads ? words.chainRight(inputs.number) : words.chainWrong)
    chain.className = leads ? 'check good' : 'check bad'
  })
  return h(
    'div',
    { class: 'proof' },
    h('p', { class: 'proof-point' }, result),
    h('ul', { class: 'checks' }, h('li', { class: isRight ? 'check good' : 'check bad' }, said), chain),
    h('p', { class: 'quiet' }, words.explained),
    h(
      'dl',
      {},
      ...parts.map(([label, text]) => row(label, text)),
      row(words.hash, inputs.hash),
      row(words.salt, inputs.salt),
      row(words.end, inputs.end),
      row(words.number, String(inputs.number)),
      row(words.byHand, byHand),
    ),
  )
}

/** Shows a round's proof page: recomputes the round from the inputs in its link, and compares it with the studio's result. */
export async function showProofPage<Round extends PublishedRound>(page: {
  api: string
  round: string
  title: string
  words: ProofWords
  /** The proof, without a published round if the studio has none. */
  view(inputs: ProofInputs, published: Round | undefined): HTMLElement
}): Promise<void> {
  const { api, words } = page
  const answer = await fetchRound<Round>(api, page.round)
  const [published, found] = typeof answer === 'string' ? [undefined, answer] : [answer.published, answer.inputs]
  const inputs = inputsInLink() ?? found
  byId('sheet').replaceChildren(
    h('p', { class: 'quiet' }, words.page),
    h('h1', {}, `${page.title} · ${page.round}`),
    typeof inputs === 'string' ? h('p', { class: 'bad' }, words[inputs]) : page.view(inputs, published),
    logLinks(published?.log, commitmentFor(inputs), words) ?? '',
    h('p', { class: 'quiet' }, `${words.published} `, h('a', { href: `${api}/chain` }, `${api}/chain`)),
  )
}
