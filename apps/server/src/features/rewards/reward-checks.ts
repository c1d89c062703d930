import type { RewardParts } from './parts.ts'
import { listOwnChecks } from './list-own-checks.ts'
import { listRewardChecks, readWaiting } from './list-reward-checks.ts'
import { stateOfCheck, checkReward } from './check-reward.ts'
import { decideReward } from './decide-reward.ts'
import { bind } from '../../platform/bind.ts'

/** Rewards under review because accounts look like one person's. */
export function openRewardChecks(parts: RewardParts) {
  return {
    ...bind(parts, {
      check: checkReward,
      list: listRewardChecks,
      ofPlayer: listOwnChecks,
      decide: decideReward,
      waiting: readWaiting,
    }),
    stateOf: stateOfCheck,
  }
}
