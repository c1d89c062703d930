import type { HeldWinParts } from './parts.ts'
import { operatorText } from '@dhow/contract/operator-texts'
import { type Decision, lockHeldWin, decideIn, moneyActionOf, decideHeldWin } from './decide-held-win.ts'
import { listHeldWins, countHeldWins, readHeldQueue } from './list-held-wins.ts'
import { bind } from '../../platform/bind.ts'

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    held_win: Decision
  }
}

/** Operators' decisions about held wins. Each is one transaction: money, round, row and audit entry. */
export function openHeldWins(parts: HeldWinParts) {
  const { approvals } = parts
  approvals.changes.register('held_win', {
    title: operatorText('money_action', { action: 'win_release' }),
    needs: 'wins.decide',
    async apply(tx, by, change, { reason, proposedBy }) {
      await approvals.decide(tx, by, { ...moneyActionOf(await lockHeldWin(tx, change)), first: proposedBy })
      await decideIn(parts, tx, by, change, reason)
    },
  })
  return bind(parts, { list: listHeldWins, waiting: countHeldWins, queue: readHeldQueue, decide: decideHeldWin })
}
