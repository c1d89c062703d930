import { lockDeposits } from './store.ts'
import type { LimitParts } from './parts.ts'
import { ownChanges } from './changes.ts'
import { endBlock, writeBlock, runningBlocks, takeTimeOut, excludeSelf, listBlocks, blockByStaff } from './blocks.ts'
import { readLimits } from './read-limits.ts'
import { setLimit, confirmLimit } from './set-limit.ts'
import { refuseDeposit } from './refuse-deposit.ts'
import { restriction, restrictions, standing } from './restrictions.ts'
import { bind } from '../../platform/bind.ts'

export { weekBefore } from './rules.ts'

export { paymentsIn } from './store.ts'
export type { RestrictionCode } from './tables.ts'

export type Limits = ReturnType<typeof openLimits>

/**
 * Responsible play: who may stake or deposit now, and how much. The gateway's statement reads the same tables for every
 * bet of any provider. Limits never prevent a withdrawal.
 */
export function openLimits(parts: LimitParts) {
  return {
    ...bind(parts, {
      restriction,
      restrictions,
      standing,
      running: runningBlocks,
      block: writeBlock,
      endBlock,
      refuseDeposit,
      read: readLimits,
      changes: ownChanges,
      set: setLimit,
      confirm: confirmLimit,
      takeTimeOut,
      excludeSelf,
      blocks: listBlocks,
      blockByStaff,
    }),
    /**
     * Serialises the player's deposits until the transaction ends; bets go on. Call it before taking other locks of the
     * player.
     */
    lockDeposits,
  }
}
