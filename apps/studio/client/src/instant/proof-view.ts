import { h } from '../dom.ts'
import { checkRound, fairCommand, type ProofInputs } from './check-round.ts'
import { row } from '../dialog.ts'
import { times } from './draw.ts'
import type { Words } from './words.ts'

/** Proof of a round: inputs, and checks made in this browser. `played`: the result that the studio reports. */
export function proofView(
  inputs: ProofInputs,
  played: { multiplier: number; view: unknown } | null,
  words: Words,
): HTMLElement {
  const { proof } = words
  const checked = checkRound(inputs)
  const isOpen = inputs.serverSeed !== null
  if (isOpen && !checked) return h('p', { class: 'bad' }, proof.badLink)
  const at = checked?.multiplier ?? played?.multiplier ?? 0
  const isSame =
    !checked ||
    !played ||
    (checked.multiplier === played.multiplier && JSON.stringify(checked.view) === JSON.stringify(played.view))
  const mark = (isGood: boolean, text: string) => h('li', { class: isGood ? 'check good' : 'check bad' }, text)
  return h(
    'div',
    { class: 'proof' },
    h('p', { class: 'proof-point' }, times(at)),
    checked
      ? h(
          'ul',
          { class: 'checks' },
          mark(
            isSame,
            isSame ? proof.roundRight(times(at)) : proof.roundWrong(times(at), times(played?.multiplier ?? 0)),
          ),
          mark(checked.isCommitted, checked.isCommitted ? proof.commitRight : proof.commitWrong),
        )
      : h('p', {}, proof.hidden),
    h('p', { class: 'quiet' }, proof.explained),
    h(
      'dl',
      {},
      row(proof.outcome, JSON.stringify(checked?.view ?? played?.view ?? null)),
      row(proof.options, JSON.stringify(inputs.options)),
      inputs.actions.length > 0 ? row(proof.actions, JSON.stringify(inputs.actions)) : null,
      row(proof.server, inputs.serverSeed ?? proof.secret),
      row(proof.commitment, inputs.commitment),
      row(proof.client, inputs.clientSeed),
      row(proof.nonce, String(inputs.nonce)),
      isOpen ? row(proof.byHand, fairCommand(inputs)) : null,
    ),
  )
}
