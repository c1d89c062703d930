import { fieldsOf } from '@dhow/contract/records'
import { cardText, type Card } from '@dhow/fairness/games'
import { roundSeeds } from '@dhow/fairness/shoe'
import type { TableGame } from '../../../src/tables/rules.ts'
import { isWhole, hashesToEnd, type ProofInputs, type PublishedRound } from '../check-round.ts'
import { row } from '../dialog.ts'
import { h, setText } from '../dom.ts'
import { resultWords, type Words } from './words.ts'

/** A published round with its outcome. */
export interface PublishedDeal extends PublishedRound {
  outcome: unknown
}

/** Proof of a round: inputs, and two checks made in this browser. `played`: the studio's result, if any. */
export function proofView(game: TableGame, inputs: ProofInputs, played: unknown, words: Words): HTMLElement {
  const { proof } = words
  if (!isWhole(inputs)) return h('p', { class: 'bad' }, proof.badLink)
  const { hash, salt, end, number } = inputs
  const outcome = game.draw(roundSeeds(hash, salt, number))
  const isRight = played === undefined || JSON.stringify(played) === JSON.stringify(outcome)
  const chain = h('li', { class: 'check' }, proof.walking(0))
  void hashesToEnd(inputs, (percent) => setText(chain, proof.walking(percent))).then((leads) => {
    setText(chain, leads ? proof.chainRight(inputs.number) : proof.chainWrong)
    chain.className = leads ? 'check good' : 'check bad'
  })
  return h(
    'div',
    { class: 'proof' },
    h('p', { class: 'proof-point' }, resultWords(words, game.result(outcome))),
    h(
      'ul',
      { class: 'checks' },
      h('li', { class: isRight ? 'check good' : 'check bad' }, isRight ? proof.outcomeRight : proof.outcomeWrong),
      chain,
    ),
    h('p', { class: 'quiet' }, proof.explained),
    h(
      'dl',
      {},
      ...partsOf(outcome).map(([name, text]) => row(words.seats[name] ?? name, text)),
      row(proof.hash, hash),
      row(proof.salt, salt),
      row(proof.end, end),
      row(proof.number, String(number)),
      row(proof.byHand, `npm run -s fair -- ${game.slug} --hash ${hash} --salt ${salt} --round ${number}`),
    ),
  )
}

/** Parts of an outcome as texts. */
function partsOf(outcome: unknown): [string, string][] {
  const textOf = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(textOf).join(' ')
    if (typeof value !== 'object' || value === null) return ''
    return 'suit' in value ? cardText(value as Card) : 'cards' in value ? textOf(value.cards) : ''
  }
  return Object.entries(fieldsOf(outcome))
    .map(([name, value]): [string, string] => [name, textOf(value)])
    .filter(([, text]) => text !== '')
}
