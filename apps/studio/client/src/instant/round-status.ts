import type { RoundView } from '../../../src/instant/messages.ts'
import { times } from './draw.ts'
import type { Words } from './words.ts'

/** State of a round in words; good only if the payout exceeds the stake and is credited. */
export function statusOf(
  { state, stake, isFree, payout, multiplier, code }: RoundView,
  words: Words,
  money: (minor: number) => string,
): { text: string; isGood: boolean } {
  const isGood = state === 'settled' && payout > (isFree ? 0 : stake)
  const text = (): string => {
    if (state === 'refused') return words.refused[code ?? ''] ?? words.refusedOtherwise
    if (state === 'rolling') return words.returning
    if (state === 'rolled_back') return words.returned
    if (state === 'stuck') return words.stuck
    if (state === 'intent') return words.waiting
    if (state === 'open') return ''
    if (payout === 0) return isFree ? words.freeLost : words.lost(money(stake))
    if (state === 'settling') return words.paying(money(payout), times(multiplier))
    if (isFree) return words.paid(money(payout), times(multiplier))
    if (payout < stake) return words.part(money(payout), money(stake))
    return payout === stake ? words.even(money(stake)) : words.paid(money(payout), times(multiplier))
  }
  return { text: text(), isGood }
}

/** Whether a round is waiting for the wallet. */
export const isWaiting = ({ state }: RoundView): boolean => ['intent', 'rolling', 'settling'].includes(state)
