import type { PlayerText } from '@dhow/contract/player-texts'
import { afterCommit, type Db, type Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { DepositParts } from './parts.ts'
import { openStates, statusOf } from './rules.ts'
import { findDeposit, lockDeposit } from './store.ts'
import type { DepositRow } from './tables.ts'

/** First and last step of every command on a deposit. */
export function openDecisionParts({ platform: { clock, live } }: Pick<DepositParts, 'platform'>) {
  /** Whether a colleague holds it now. */
  const heldByOther = (row: DepositRow, by: StaffSession) =>
    row.claimed_by !== null &&
    row.claimed_by !== by.operatorId &&
    row.claim_expires_at !== null &&
    row.claim_expires_at > clock.now()

  return {
    /** A deposit that this operator may decide on. @throws Refusal `not_found`, `deposit_claimed`, `deposit_state_changed` */
    async loadForDecision(tx: Tx, depositId: string, by: StaffSession): Promise<DepositRow> {
      // Under its lock: the job that gives back what was left is not told apart from a colleague by somebody who read before it.
      const row = await lockDeposit(tx, depositId)
      if (!row) throw new Refusal('not_found')
      if (heldByOther(row, by)) throw new Refusal('deposit_claimed')
      if (!(openStates as readonly string[]).includes(row.state)) throw new Refusal('deposit_state_changed')
      return row
    },

    /** Tells the player once it is committed. */
    notifyPlayer: (tx: Tx, row: DepositRow, text: PlayerText) =>
      afterCommit(tx, () =>
        live.publish(row.player_id, { type: 'deposit', id: row.id, status: statusOf[row.state], text }),
      ),

    /** The player's own deposit. @throws Refusal `not_found` for any other */
    async loadOwn(tx: Db, depositId: string, playerId: string): Promise<DepositRow> {
      const row = await findDeposit(tx, depositId)
      if (row?.player_id !== playerId) throw new Refusal('not_found')
      return row
    },
  }
}
