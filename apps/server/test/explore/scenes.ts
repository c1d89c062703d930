import type { Lab } from './lab.ts'
import { decideDeposit, reportOnce, reverseDeposit } from './scenes-deposits.ts'
import { betTogether, betTwice, endBet, playFreeRound, rollBackEarly } from './scenes-play.ts'
import { claimBonus, claimGift } from './scenes-rewards.ts'
import { creditRedirect, redeemOnce } from './scenes-services.ts'
import { returnTogether } from './scenes-tickets.ts'
import { batchOnce, orderPayout, payOnce, requestOnce, reviewWithdrawal } from './scenes-withdrawals.ts'
import type { Scene } from './stage.ts'

/** All flows, by their names in reports. */
export const scenes = {
  ...{ reportOnce, decideDeposit, reverseDeposit, betTwice, endBet, rollBackEarly, betTogether, playFreeRound },
  ...{ claimBonus, claimGift },
  ...{ creditRedirect, redeemOnce, requestOnce, reviewWithdrawal, payOnce, orderPayout, batchOnce },
  returnTogether,
} satisfies Record<string, (lab: Lab) => Promise<Scene>>

export type SceneName = keyof typeof scenes
