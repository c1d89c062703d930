import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { DepositParts } from './parts.ts'
import { addStep, moveDeposit, notifyPlayer } from './store.ts'

const atOnce = 100

/**
 * Releases expired claims of cashiers, and ends deposits that were not checked or answered in time; returns how many
 * ended.
 */
export async function endDeposits(parts: DepositParts): Promise<number> {
  const { db, clock, id, live } = parts.platform
  return db.transaction(async (tx) => {
    const now = clock.now()
    const left = await tx
      .selectFrom('deposits.deposit')
      .selectAll()
      .where('state', '=', 'under_review')
      .where('claim_expires_at', '<=', now)
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const row of left)
      await moveDeposit(tx, row, 'submitted', { claimed_by: null, claim_expires_at: null, updated_at: now })
    const due = await tx
      .selectFrom('deposits.deposit')
      .selectAll()
      .where('state', 'in', ['submitted', 'needs_info'])
      .where('expires_at', '<=', now)
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const row of due) {
      const expired = await moveDeposit(tx, row, 'expired', { updated_at: now })
      const text = textOf(row.state === 'needs_info' ? 'deposit_unanswered' : 'deposit_expired', {})
      await addStep(tx, id, { of: row.id, at: now, state: 'expired', text })
      await parts.messages.send(tx, {
        key: `deposit:${row.id}:expired`,
        playerId: row.player_id,
        kind: 'deposit_expired',
        params: { amount: formatDecimal(row.declared_minor), currency: row.currency },
        about: { kind: 'deposit', id: row.id },
      })
      notifyPlayer(tx, live, expired, text)
    }
    return due.length
  })
}
