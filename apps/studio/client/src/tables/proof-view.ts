import { fieldsOf } from '@dhow/contract/records'
import { cardText, type Card } from '@dhow/fairness/games'
import { roundSeeds } from '@dhow/fairness/shoe'
import type { TableGame } from '../../../src/tables/rules.ts'
import { chainProof } from '../chain-proof.ts'
import type { ProofInputs, PublishedRound } from '../check-round.ts'
import { resultWords, type Words } from './words.ts'

/** A published round with its outcome. */
export interface PublishedDeal extends PublishedRound {
  outcome: unknown
}

/** The proof of a deal. `played` is the result that the studio reports, if it does. */
export const proofView = (game: TableGame, inputs: ProofInputs, played: unknown, words: Words): HTMLElement =>
  chainProof(inputs, words.proof, ({ hash, salt, number }) => {
    const outcome = game.draw(roundSeeds(hash, salt, number))
    const isRight = played === undefined || JSON.stringify(played) === JSON.stringify(outcome)
    return {
      result: resultWords(words, game.result(outcome)),
      isRight,
      said: isRight ? words.proof.outcomeRight : words.proof.outcomeWrong,
      parts: partsOf(outcome).map(([name, text]) => [words.seats[name] ?? name, text]),
      byHand: `npm run -s fair -- ${game.slug} --hash ${hash} --salt ${salt} --round ${number}`,
    }
  })

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
