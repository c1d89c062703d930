import { crashHundredths, hundredthsText } from '@dhow/fairness/crash'
import { chainProof } from './chain-proof.ts'
import type { ProofInputs, PublishedRound } from './check-round.ts'
import type { Words } from './words.ts'

export const crashApi = '/api/crash'

/** A published round with its crash point. */
export interface PublishedFlight extends PublishedRound {
  crash: string
}

/** The proof of a flight. `played` is the multiplier that the studio reports, if it does. */
export const proofView = (inputs: ProofInputs, played: string | null, { proof }: Words): HTMLElement =>
  chainProof(inputs, proof, ({ hash, salt }) => {
    const crash = `${hundredthsText(crashHundredths(hash, salt))}×`
    const isRight = played === null || `${played}×` === crash
    return {
      result: crash,
      isRight,
      said: isRight ? proof.pointRight(crash) : proof.pointWrong(crash, `${played}×`),
      byHand: `npm run -s fair -- crash --hash ${hash} --salt ${salt}`,
    }
  })
