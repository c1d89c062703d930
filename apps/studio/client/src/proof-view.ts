import { crashHundredths, hundredthsText } from '@dhow/fairness/crash'
import { isWhole, hashesToEnd, type ProofInputs, type PublishedRound } from './check-round.ts'
import { row } from './dialog.ts'
import { h, setText } from './dom.ts'
import type { Words } from './words.ts'

export const crashApi = '/api/crash'

/** A published round with its crash point. */
export interface PublishedFlight extends PublishedRound {
  crash: string
}

/** Proof of a round: inputs, and two checks made in this browser. */
export function proofView(inputs: ProofInputs, played: string | null, words: Words): HTMLElement {
  const { proof } = words
  if (!isWhole(inputs)) return h('p', { class: 'bad' }, proof.badLink)
  const crash = `${hundredthsText(crashHundredths(inputs.hash, inputs.salt))}×`
  const isRight = played === null || `${played}×` === crash
  const chain = h('li', { class: 'check' }, proof.walking(0))
  void hashesToEnd(inputs, (percent) => setText(chain, proof.walking(percent))).then((leads) => {
    setText(chain, leads ? proof.chainRight(inputs.number) : proof.chainWrong)
    chain.className = leads ? 'check good' : 'check bad'
  })
  return h(
    'div',
    { class: 'proof' },
    h('p', { class: 'proof-point' }, crash),
    h(
      'ul',
      { class: 'checks' },
      h(
        'li',
        { class: isRight ? 'check good' : 'check bad' },
        isRight ? proof.pointRight(crash) : proof.pointWrong(crash, `${played}×`),
      ),
      chain,
    ),
    h('p', { class: 'quiet' }, proof.explained),
    h(
      'dl',
      {},
      row(proof.hash, inputs.hash),
      row(proof.salt, inputs.salt),
      row(proof.end, inputs.end),
      row(proof.number, String(inputs.number)),
      row(proof.byHand, `npm run -s fair -- crash --hash ${inputs.hash} --salt ${inputs.salt}`),
    ),
  )
}
