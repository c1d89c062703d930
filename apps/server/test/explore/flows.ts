import type { Flow } from './flow.ts'
import { decideDeposit, reportOnce, reverseDeposit } from './flows-deposits.ts'
import { betTogether, betTwice, endBet, playFreeRound, rollBackEarly } from './flows-play.ts'
import { claimBonus, claimGift } from './flows-rewards.ts'
import { creditRedirect, redeemOnce } from './flows-services.ts'
import { reconnectTogether } from './flows-tickets.ts'
import { batchOnce, orderPayout, payOnce, requestOnce, reviewWithdrawal } from './flows-withdrawals.ts'
import type { System } from './system.ts'

/** All flows, by their names in reports. */
export const flows = {
  ...{ reportOnce, decideDeposit, reverseDeposit, betTwice, endBet, rollBackEarly, betTogether, playFreeRound },
  ...{ claimBonus, claimGift },
  ...{ creditRedirect, redeemOnce, requestOnce, reviewWithdrawal, payOnce, orderPayout, batchOnce },
  reconnectTogether,
} satisfies Record<string, (system: System) => Promise<Flow>>

export type FlowName = keyof typeof flows
