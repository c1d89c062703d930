import type { PaymentStatus } from '@dhow/contract/shapes'
import { keysOf } from '@dhow/contract/keys-of'

/** States that a value of the player's filter names: a status, or a state itself. */
export const statesByStatus =
  <State extends string>(statusOf: Record<State, PaymentStatus>) =>
  (word: string): State[] =>
    keysOf(statusOf).filter((state) => statusOf[state] === word || state === word)
